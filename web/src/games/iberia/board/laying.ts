// Which lines a move would lay rails on.

import type { MoveOption } from '../../epidemic/model/offers.ts';

type Ends = readonly [string, string];

/** The lines that a move names: from the city of the pawn, in a row from there, or by both ends. */
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
