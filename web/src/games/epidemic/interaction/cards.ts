// The cards of a hand: how they lie, and what can be done with one.

import type { Box } from '../model/box.ts';
import type { Game } from '../model/game.ts';
import type { MoveOption } from '../model/offers.ts';
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

/** How wide cards lie, in px, and how far the next one of a pile lies from one; without, they lie side by side. */
export interface Laid {
	city: number;
	event: number;
	/** The size of names, as a part of the usual. */
	title: number;
	step?: number;
}

/** Between two cards of a pile and between piles, and what is seen at least of a card that lies under another, in px. */
const between = { cards: 6, piles: 12, least: 26 };
const widths: readonly Laid[] = [
	{ city: 94, event: 130, title: 1 },
	{ city: 80, event: 114, title: 0.85 },
	{ city: 66, event: 100, title: 0.71 },
];

/** Lays piles side by side: cards that do not fit get narrower first, then lie over each other within their pile. */
export function lay(piles: readonly Pile[], room: number): Laid {
	const all = piles.reduce((n, p) => n + p.cards.length, 0);
	const under = all - piles.length;
	const gaps = between.piles * (piles.length - 1);
	const widthOf = ({ city, event }: Laid, { disease }: Pile) => (disease === undefined ? event : city);
	const [widest, narrow, narrowest] = widths as [Laid, Laid, Laid];
	const open = (size: Laid) =>
		piles.reduce((sum, p) => sum + p.cards.length * widthOf(size, p), gaps + under * between.cards);
	const side = [widest, narrow].find((size) => open(size) <= room);
	if (side || under === 0) return side ?? narrowest;
	const step = (size: Laid) =>
		Math.floor((room - piles.reduce((sum, p) => sum + widthOf(size, p), gaps)) / under);
	const size = step(narrow) >= between.least ? narrow : narrowest;
	return { ...size, step: Math.max(between.least, Math.min(step(size), size.city)) };
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
