// The score sheet: what every seat made of every round. Rounds that have been counted
// stand as the table sent them; the round that is being played shows what lies there
// now, which counts for nothing yet; the others are empty places.

import { rounds, sumOf } from '../box.ts';
import type { Position, Tally } from '../position.ts';

export type Place =
	| { state: 'counted'; tally: Tally }
	| { state: 'now'; tally: Tally }
	| { state: 'empty'; tally?: undefined };

export interface Row {
	seat: number;
	/** One for each round. */
	places: Place[];
	/** Points of the rounds that have been counted. */
	total: number;
	/** Nobody has more, once a round has been counted. */
	leads: boolean;
}

export function rowsOf(position: Position): Row[] {
	const { seats, sheet } = position;
	const best = Math.max(...seats.map((seat) => seat.total));
	return seats.map(({ seat, total }) => ({
		seat,
		places: Array.from({ length: rounds }, (_, i) => placeOf(position, i, seat)),
		total,
		leads: sheet.length > 0 && total === best,
	}));
}

function placeOf({ sheet, seats, round }: Position, at: number, seat: number): Place {
	const counted = sheet[at]?.[seat];
	if (counted) return { state: 'counted', tally: counted };
	const own = seats[seat];
	if (at !== round - 1 || !own) return { state: 'empty' };
	const pills = sumOf(own.pills) + sumOf(own.stake);
	const { sickness } = own;
	return {
		state: 'now',
		tally: { pills, sickness, won: 0, lost: 0, care: false, points: own.soFar },
	};
}

/** The rows as they are read at the end: who has the most points first, neighbours as they sit. */
export const ranked = (rows: Row[]): Row[] => [...rows].sort((a, b) => b.total - a.total || a.seat - b.seat);

/** The longest bars upwards and downwards, so that all are drawn to one scale. Players in intensive care have none. */
export function reachOf(tallies: readonly Tally[]): { up: number; down: number } {
	const drawn = tallies.filter((tally) => !tally.care);
	const most = (of: (tally: Tally) => number) => Math.max(1, ...drawn.map(of));
	return { up: most((tally) => tally.pills), down: most((tally) => tally.sickness) };
}

/** Points with their sign: +7, −13, 0. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');
