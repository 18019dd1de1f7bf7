// What is publicly known about the order of the infection deck, from the top.

import type { Step } from '../../../gen/api.ts';
import { read } from '../../../i18n/notation.ts';
import type { Box } from '../model/box.ts';
import type { Class, Position } from '../model/position.ts';

/** A range of the deck, with positions counted from 1 at the top, and the cards that can be in it. */
interface Layer {
	from: number;
	to: number;
	/** The cards of the layer: one at a known position, or several in an unknown order. */
	cards: string[];
}

/**
 * Returns the deck in layers. A card at a known position is a layer of its own and splits the range around
 * it. The other cards of that range stay together, since each can be above or below that card.
 */
export function layersOf(p: Pick<Position, 'classes' | 'known'>): Layer[] {
	const known = new Map(p.known.map((k) => [k.card, k.fromTop]));
	const layers: Layer[] = p.known.map((k) => ({ from: k.fromTop + 1, to: k.fromTop + 1, cards: [k.card] }));
	for (const c of p.classes) {
		const rest = c.cards.filter((card) => !known.has(card));
		if (rest.length > 0) layers.push({ ...ends(c, new Set(known.values())), cards: rest });
	}
	return layers.sort((a, b) => a.from - b.from || a.to - b.to);
}

/** Returns the first and last position in a range of the deck, not counting those of known cards. */
function ends(c: Class, taken: Set<number>): { from: number; to: number } {
	let { from, to } = c;
	while (from < to && taken.has(from)) from++;
	while (to > from && taken.has(to)) to--;
	return { from: from + 1, to: to + 1 };
}

/** Groups cards by disease, in the order of the game's data. Events and other cards come last, under ''. */
export function byDisease(box: Box, cards: readonly string[]): { disease: string; cards: string[] }[] {
	return [...box.diseases.map((d) => d.id), '']
		.map((disease) => ({ disease, cards: cards.filter((c) => (box.diseaseOf(c) ?? '') === disease) }))
		.filter((group) => group.cards.length > 0);
}

/** Returns the infection cards that were turned over last: those of the newest log entry that has any. */
export function newestInfection(box: Box, steps: readonly Step[]): string[] {
	return newest(box, steps, 'infection-drawn');
}

/** Returns the player cards that were discarded last. */
export function newestDiscard(box: Box, steps: readonly Step[]): string[] {
	return newest(box, steps, 'card-discarded');
}

function newest(box: Box, steps: readonly Step[], word: string): string[] {
	for (let i = steps.length - 1; i >= 0; i--) {
		const cards = (steps[i]?.plays ?? [])
			.flatMap((play) => play.facts ?? [])
			.map((fact) => read(fact.fact, box.facts))
			.filter((line) => line.word === word)
			.map((line) => line.operands.find((o) => o.kind === 'city' || o.kind === 'card')?.value ?? '');
		if (cards.length > 0) return cards;
	}
	return [];
}
