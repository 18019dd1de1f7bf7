// Assigns the laboratory's legal moves to the parts of its picture: the targets of the cubes in each dish, and
// what each line of research can take.

import { operand } from '../../../../i18n/notation.ts';
import type { MoveOption } from '../../../epidemic/model/offers.ts';
import type { Position } from '../../../epidemic/model/position.ts';
import { type DishId, dishIds, type Lab, type LineId, lineIds, type Place } from './lab.ts';

/** The dish to which each verb moves the cubes. A move to a line names the line instead. */
const leads: Record<string, DishId | undefined> = {
	centrifuge: 'centrifuge',
	separate: 'separation',
	grow: 'growth',
};

interface BenchMoves {
	/** For each dish, the targets of its cubes, with the moves to each target. */
	from: ReadonlyMap<DishId, ReadonlyMap<Place, MoveOption[]>>;
	/**
	 * The answers that a press on a dish or line gives to a question about where a sample or a sequence card
	 * goes.
	 */
	to: ReadonlyMap<Place, MoveOption[]>;
	/** The moves that play a card onto a line. */
	characterise: ReadonlyMap<LineId, MoveOption[]>;
	test: ReadonlyMap<LineId, MoveOption[]>;
	sequence?: MoveOption;
	/** The role's free lab action. */
	work?: MoveOption;
}

const dishOf = (offer: MoveOption) => dishIds.find((id) => id === operand(offer, 'dish'));
const lineOf = (offer: MoveOption) => lineIds.find((id) => id === operand(offer, 'research'));

/** Adds a move to the list of a key. */
function add<K>(map: Map<K, MoveOption[]>, key: K | undefined, offer: MoveOption): void {
	if (key !== undefined) map.set(key, [...(map.get(key) ?? []), offer]);
}

export function benchMovesOf(offers: readonly MoveOption[]): BenchMoves {
	const from = new Map<DishId, Map<Place, MoveOption[]>>();
	const to = new Map<Place, MoveOption[]>();
	const characterise = new Map<LineId, MoveOption[]>();
	const test = new Map<LineId, MoveOption[]>();
	for (const offer of offers) {
		const dish = dishOf(offer);
		const line = lineOf(offer);
		if (offer.word === 'characterise') add(characterise, line, offer);
		else if (offer.word === 'test') add(test, line, offer);
		else if (offer.word === 'sample') add(to, dish, offer);
		else if (offer.word === 'slot') add(to, line, offer);
		else if (dish && (leads[offer.word] || offer.word === 'fill')) {
			const there = from.get(dish) ?? new Map<Place, MoveOption[]>();
			add(there, leads[offer.word] ?? line, offer);
			from.set(dish, there);
		}
	}
	const only = (word: string) => offers.find((o) => o.word === word);
	return { from, to, characterise, test, sequence: only('sequence'), work: only('lab-work') };
}

/**
 * Returns the diseases with too few cubes left to double a dish, so that growing the dish would lose the
 * game.
 */
export function short(lab: Lab, { supply }: Position, offer: MoveOption): string[] {
	const dish = dishOf(offer);
	if (offer.word !== 'grow' || !dish) return [];
	return Object.entries(lab.dishes[dish])
		.filter(([disease, n]) => n > (supply[disease] ?? 0))
		.map(([disease]) => disease);
}
