// Finds the links that would get railroads from a move.

import type { MoveOption } from '../../epidemic/model/offers.ts';

type Ends = readonly [string, string];

/**
 * Returns the lines of a move that lays rails. The move names a line's two ends, or cities in a row that
 * starts at the pawn's city.
 */
export function laying({ word, cities }: MoveOption, here: string): Ends[] {
	const [one, two] = cities;
	if (!one) return [];
	if (word === 'rail') return [[here, one]];
	if (!two) return [];
	if (word === 'rail-two')
		return [
			[here, one],
			[one, two],
		];
	return ['line', 'new-line', 'coastal-line'].includes(word) ? [[one, two]] : [];
}
