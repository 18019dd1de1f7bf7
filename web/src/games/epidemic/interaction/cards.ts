// The cards of a hand: how they lie, and what can be done with one.

import type { Box } from '../box.ts';
import type { Game } from '../game.ts';
import type { MoveOption } from '../offers.ts';
import type { Family } from './families.ts';

/** Cards that lie together: those of a disease, or the events. */
export interface Pile {
	disease?: string;
	cards: string[];
}

/** A hand as it lies: city cards by disease, in the order of the box, then the events. */
export function groupHand({ diseases, diseaseOf }: Box, hand: readonly string[]): Pile[] {
	const piles: Pile[] = diseases.map((d) => ({
		disease: d.id,
		cards: hand.filter((c) => diseaseOf(c) === d.id),
	}));
	piles.push({ cards: hand.filter((c) => diseaseOf(c) === undefined) });
	return piles.filter((p) => p.cards.length > 0);
}

/** What a card is good for. */
export interface Uses {
	/** Moves that are about this very card. */
	offers: MoveOption[];
	/** Families that would use it, each with more choices than a list should hold. */
	families: Family[];
}

/**
 * What the offers of a seat let it do with a card of its hand: those that would
 * spend it, or are about the event. `pawn` is the city that the pawn is in. Moves that lead
 * nearly everywhere are one family.
 */
export function usesOf(
	game: Pick<Game, 'box' | 'families'>,
	card: string,
	offers: MoveOption[],
	pawn: string | undefined,
	role: string | undefined,
): Uses {
	const { box, families } = game;
	const spent = offers.filter((o) => {
		const verb = box.verbs[o.word];
		if (verb?.event === card || (verb?.standing && o.card === card)) return true;
		switch (box.spendsOf(o.word, role)) {
			case 'operand':
			case 'first':
				return o.card === card;
			case 'target':
				return o.city === card;
			case 'here':
				return pawn === card;
			case 'several':
				return o.disease === box.diseaseOf(card);
		}
		return false;
	});
	const within = (f: Family) => (o: MoveOption) => f.words.includes(o.word);
	const wide = families.filter((f) => f.wide && spent.some(within(f)));
	return { offers: spent.filter((o) => !wide.some((f) => within(f)(o))), families: wide };
}

/** The questions about an event that a seat may let pass for good. */
export function passesOf(box: Box, card: string): string[] {
	if (!box.events.includes(card)) return [];
	return standing(box, 1).map((word) => `${word} ${card}`);
}

/** The answers that may be given for good, by the number of their operands. */
function standing({ verbs }: Box, operands: number): string[] {
	const words = Object.keys(verbs).filter((word) => verbs[word]?.standing);
	return words.filter((word) => verbs[word]?.args.length === operands);
}

/** Everything that may be let pass for good: all questions at once, or those about one event. */
export function passes(box: Box): string[] {
	return [...standing(box, 0), ...box.events.flatMap((event) => passesOf(box, event))];
}
