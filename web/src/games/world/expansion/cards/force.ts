// Finds lasting effects of cards: events in force, samples on a role card, and a pawn that others may move.

import type { Position } from '../../../epidemic/model/position.ts';
import { viewOf } from '../view.ts';

interface Lying {
	seat: number;
	events: readonly string[];
}

/** Returns the events in force, each with the seat that has it. */
export function inForce(position: Position): Lying[] {
	return Object.entries(viewOf(position)['in-force'] ?? {})
		.map(([seat, events]) => ({ seat: Number(seat), events: events ?? [] }))
		.filter(({ events }) => events.length > 0);
}

/** The role that keeps samples on its card. */
const keeper = 'field-operative';

/** Returns the samples of a seat, by their disease. */
export function samplesOf(position: Position, seat: number): { disease: string; n: number }[] {
	if (position.seats[seat]?.role !== keeper) return [];
	return Object.entries(viewOf(position).samples ?? {}).map(([disease, n]) => ({ disease, n }));
}

/** Reports whether the event Special Orders lets the player whose turn it is move a seat's pawn. */
export function isOrdered(position: Position, seat: number): boolean {
	return viewOf(position).ordered === seat + 1;
}
