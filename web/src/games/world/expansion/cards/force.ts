// What lies face up: events in force, samples on a role card, a pawn under orders.

import type { Position } from '../../../epidemic/model/position.ts';
import { viewOf } from '../view.ts';

export interface Lying {
	seat: number;
	events: readonly string[];
}

/** The events in force, by the seat that they lie before. */
export function inForce(position: Position): Lying[] {
	return Object.entries(viewOf(position)['in-force'] ?? {})
		.map(([seat, events]) => ({ seat: Number(seat), events: events ?? [] }))
		.filter(({ events }) => events.length > 0);
}

/** The role on whose card samples lie. */
const keeper = 'field-operative';

/** The samples that lie before a seat, by their disease. */
export function samplesOf(position: Position, seat: number): { disease: string; n: number }[] {
	if (position.seats[seat]?.role !== keeper) return [];
	return Object.entries(viewOf(position).samples ?? {}).map(([disease, n]) => ({ disease, n }));
}

/** Whether the pawn of a seat may be moved by whoever is on turn. */
export function isOrdered(position: Position, seat: number): boolean {
	return viewOf(position).ordered === seat + 1;
}
