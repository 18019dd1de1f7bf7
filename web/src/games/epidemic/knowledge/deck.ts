// What everybody may know of the infection deck, laid out from the top.

import type { Step } from '../../../gen/api.ts';
import { read } from '../../../i18n/notation.ts';
import type { Box } from '../model/box.ts';
import type { Class, Position } from '../model/position.ts';

/** A run of places in the deck, counted from 1 at the top, and the cards that lie there. */
export interface Layer {
	from: number;
	to: number;
	/** One card of a known place, or several in an unknown order. */
	cards: string[];
}

/**
 * The deck in layers. A card that is known by its place is a layer of its own and
 * cuts the class it lies in; what is left of the class keeps its cards together
 * (they may lie above or below the known one).
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

/** The first and the last place of a class that no known card takes. */
function ends(c: Class, taken: Set<number>): { from: number; to: number } {
	let { from, to } = c;
	while (from < to && taken.has(from)) from++;
	while (to > from && taken.has(to)) to--;
	return { from: from + 1, to: to + 1 };
}

/** Cards by disease, in the order of the box; events and the like last, under ''. */
export function byDisease(box: Box, cards: readonly string[]): { disease: string; cards: string[] }[] {
	return [...box.diseases.map((d) => d.id), '']
		.map((disease) => ({ disease, cards: cards.filter((c) => (box.diseaseOf(c) ?? '') === disease) }))
		.filter((group) => group.cards.length > 0);
}

/** The infection cards that were turned last: those of the newest step of the log that turned any. */
export function newestInfection(box: Box, steps: readonly Step[]): string[] {
	return newest(box, steps, 'infection-drawn');
}

/** The player cards that were discarded last. */
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
