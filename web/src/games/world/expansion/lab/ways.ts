// What the server's list offers in the laboratory, laid out on its picture: which
// dish leads where, what a line takes. Nothing is added to the list.

import { operand } from '../../../../i18n/notation.ts';
import type { MoveOption } from '../../../epidemic/model/offers.ts';
import type { Position } from '../../../epidemic/model/position.ts';
import { type DishId, dishIds, type Lab, type LineId, lineIds, type Place } from './lab.ts';

/** Where a move takes the cubes of a dish; a filled line is named by the move. */
const leads: Record<string, DishId | undefined> = {
	centrifuge: 'centrifuge',
	separate: 'separation',
	grow: 'growth',
};

export interface Ways {
	/** Of each dish, where its cubes can go, and by which moves. */
	from: ReadonlyMap<DishId, ReadonlyMap<Place, MoveOption[]>>;
	/** What a dish or a line is the answer to: a sample, a sequence card. */
	to: ReadonlyMap<Place, MoveOption[]>;
	/** Cards that can be played onto a line. */
	characterise: ReadonlyMap<LineId, MoveOption[]>;
	test: ReadonlyMap<LineId, MoveOption[]>;
	sequence?: MoveOption;
	/** The laboratory action that a role has for nothing. */
	work?: MoveOption;
}

const dishOf = (offer: MoveOption) => dishIds.find((id) => id === operand(offer, 'dish'));
const lineOf = (offer: MoveOption) => lineIds.find((id) => id === operand(offer, 'research'));

/** Puts a move with the others of its key. */
function add<K>(map: Map<K, MoveOption[]>, key: K | undefined, offer: MoveOption): void {
	if (key !== undefined) map.set(key, [...(map.get(key) ?? []), offer]);
}

export function waysOf(offers: readonly MoveOption[]): Ways {
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

/** The diseases of which the supply has fewer cubes than a dish would double: growing it ends the game. */
export function short(lab: Lab, { supply }: Position, offer: MoveOption): string[] {
	const dish = dishOf(offer);
	if (offer.word !== 'grow' || !dish) return [];
	return Object.entries(lab.dishes[dish])
		.filter(([disease, n]) => n > (supply[disease] ?? 0))
		.map(([disease]) => disease);
}
