// The legal moves of a seat, parsed so that the table can group them by pile, card, payment and target.
// They are exactly the moves that the server listed.

import { type Line, operand, read } from '../../i18n/notation.ts';
import { colours, moves, type Pills, pillsOf } from './box.ts';

export interface MoveOption extends Line {
	/** The seat that would play the move. */
	seat: number;
	pile?: 'left' | 'right';
	card?: string;
	/** The injections on the virus that the move names, in notation. */
	dose?: string;
	/** The pills that the move pays or gives; undefined if it is not about pills. */
	pays?: Pills;
	/** The other seat that the move is about. */
	other?: number;
}

export function offersOf(seat: number, list: readonly string[]): MoveOption[] {
	return list.map((raw) => {
		const line = read(raw, moves);
		const other = operand(line, 'seat');
		return {
			...line,
			seat,
			pile: operand(line, 'pile') as MoveOption['pile'],
			card: operand(line, 'card'),
			dose: operand(line, 'dose'),
			pays: paysOf(line),
			other: other === undefined ? undefined : Number(other),
		};
	});
}

function paysOf(line: Line): Pills | undefined {
	const one = operand(line, 'pill');
	if (one !== undefined) return pillsOf({ [one]: 1 });
	const sums = colours.map((colour) => [colour, operand(line, colour)] as const);
	if (sums.every(([, n]) => n === undefined)) return undefined;
	return pillsOf(Object.fromEntries(sums.map(([colour, n]) => [colour, Number(n ?? 0)])));
}
