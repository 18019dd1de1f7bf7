// The layout of a hand's cards, and what a player can do with each.

import type { Box } from '../model/box.ts';
import type { Game } from '../model/game.ts';
import type { MoveOption } from '../model/offers.ts';
import type { Family } from './families.ts';

/** A pile: the cards of a disease, or the events. */
export interface Pile {
	disease?: string;
	cards: string[];
}

/** Returns the piles of a hand: city cards by disease, in the order of the game's data, then events. */
export function groupHand({ diseases, diseaseOf }: Box, hand: readonly string[]): Pile[] {
	const piles: Pile[] = diseases.map((d) => ({
		disease: d.id,
		cards: hand.filter((c) => diseaseOf(c) === d.id),
	}));
	piles.push({ cards: hand.filter((c) => diseaseOf(c) === undefined) });
	return piles.filter((p) => p.cards.length > 0);
}

/**
 * The layout of a hand: the width of a card, and the offset of the next card in its pile, in px. Without an
 * offset, cards are next to each other.
 */
interface Laid {
	city: number;
	event: number;
	/** The size of card titles, relative to the usual size. */
	title: number;
	step?: number;
}

/**
 * In px: the gap between two cards of a pile, the gap between piles, and the smallest visible part of an
 * overlapped card.
 */
const between = { cards: 6, piles: 12, least: 26 };
const widths: readonly Laid[] = [
	{ city: 94, event: 130, title: 1 },
	{ city: 80, event: 114, title: 0.85 },
	{ city: 66, event: 100, title: 0.71 },
];

/**
 * Arranges piles next to each other. Cards that do not fit become narrower first, then overlap within their
 * pile.
 */
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

/** What a player can do with a card. */
interface Uses {
	/** Moves that are about this card in particular. */
	offers: MoveOption[];
	/** Kinds of moves that could spend the card, each with too many choices for the card's list. */
	families: Family[];
}

/**
 * Returns what a player can do with a card of a seat's hand: the legal moves that spend it, or that are
 * about the event. `pawn` is the city of the seat's pawn. Moves that lead nearly everywhere are grouped as
 * one family.
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

/**
 * Returns the standing passes for a seat's event: moves that answer all later questions about it with a
 * pass.
 */
export function passesOf(box: Box, card: string): string[] {
	if (!box.events.includes(card)) return [];
	return standing(box, 1).map((word) => `${word} ${card}`);
}

/** Returns the verbs of standing passes with the given number of operands. */
function standing({ verbs }: Box, operands: number): string[] {
	const words = Object.keys(verbs).filter((word) => verbs[word]?.standing);
	return words.filter((word) => verbs[word]?.args.length === operands);
}

/** Returns all standing passes: one for all questions together, and one for each event. */
export function passes(box: Box): string[] {
	return [...standing(box, 0), ...box.events.flatMap((event) => passesOf(box, event))];
}
