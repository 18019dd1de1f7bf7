// The legal moves of a seat, read so that the table can lay them out: by pile, by
// card, by payment, by whom they go to. Nothing is offered that the server did not list.

import { type Line, operand, read } from '../../i18n/notation.ts';
import { colours, moves, type Pills, pillsOf } from './box.ts';

export interface MoveOption extends Line {
	/** Who would play it. */
	seat: number;
	pile?: 'left' | 'right';
	card?: string;
	/** The injections on the virus that it names, as the notation counts them. */
	dose?: string;
	/** The pills that it pays or gives; none where it is not about pills. */
	pays?: Pills;
	/** The other seat that it is about. */
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
