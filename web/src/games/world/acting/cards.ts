// The cards of a hand: how they lie, and what can be done with one.

import { diseaseOf, diseases, events, spendsOf, verbs } from '../box.ts';
import type { Offer } from '../offers.ts';

/** Cards that lie together: those of a disease, or the events. */
export interface Pile {
	disease?: string;
	cards: string[];
}

/** A hand as it lies: city cards by disease, in the order of the box, then the events. */
export function groupHand(hand: readonly string[]): Pile[] {
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
	offers: Offer[];
	/** Families that would use it, each with more choices than a list should hold. */
	families: string[];
}

/** The family of the moves that lead everywhere. */
const everywhere = 'charter';

/**
 * What the offers of a seat let it do with a card of its hand: those that would
 * spend it, or are about the event. `pawn` is the city that the pawn is in. Flights from where the pawn stands lead everywhere, so they
 * are one family.
 */
export function usesOf(
	card: string,
	offers: Offer[],
	pawn: string | undefined,
	role: string | undefined,
): Uses {
	const spent = offers.filter((o) => {
		const verb = verbs[o.word];
		if (verb?.event === card || (verb?.standing && o.card === card)) return true;
		switch (spendsOf(o.word, role)) {
			case 'operand':
				return o.card === card;
			case 'target':
				return o.city === card;
			case 'here':
				return pawn === card;
			case 'several':
				return o.disease === diseaseOf(card);
		}
		return false;
	});
	const offered = spent.filter((o) => o.word !== everywhere);
	return { offers: offered, families: offered.length < spent.length ? [everywhere] : [] };
}

/** The questions about an event that a seat may let pass for good. */
export function passesOf(card: string): string[] {
	if (!events.includes(card)) return [];
	return standing.filter((word) => verbs[word]?.args.length === 1).map((word) => `${word} ${card}`);
}

const standing = Object.keys(verbs).filter((word) => verbs[word]?.standing);

/** Everything that may be let pass for good: all questions at once, or those about one event. */
export const passes: readonly string[] = [
	...standing.filter((word) => verbs[word]?.args.length === 0),
	...events.flatMap(passesOf),
];
