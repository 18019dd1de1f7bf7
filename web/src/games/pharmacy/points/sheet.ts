// The score sheet: the results of every seat in every round. Finished rounds are as the server sent them;
// the current round has its preliminary result, and later rounds are empty.

import { rounds, sumOf } from '../box.ts';
import type { Position, Tally } from '../position.ts';

export type Place =
	| { state: 'counted'; tally: Tally }
	| { state: 'now'; tally: Tally }
	| { state: 'empty'; tally?: undefined };

interface Row {
	seat: number;
	/** The cells of the seat, one per round. */
	places: Place[];
	/** The seat's points in all finished rounds. */
	total: number;
	/** Whether no other seat has more points; false until a round is finished. */
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

/** Returns the rows ordered as at the end of the game: by points, and for equal points by seat. */
export const ranked = (rows: Row[]): Row[] => [...rows].sort((a, b) => b.total - a.total || a.seat - b.seat);

/**
 * Returns the longest bars upwards and downwards, so that all bars can have the same scale. Players in
 * intensive care have no bars.
 */
export function reachOf(tallies: readonly Tally[]): { up: number; down: number } {
	const drawn = tallies.filter((tally) => !tally.care);
	const most = (of: (tally: Tally) => number) => Math.max(1, ...drawn.map(of));
	return { up: most((tally) => tally.pills), down: most((tally) => tally.sickness) };
}

/** Returns points with their sign: +7, −13, 0. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');
