// The legal moves of a seat, parsed so that the table can group them by action, by city and by card. They
// are exactly the moves that the server listed.

import { type Line, operand, read } from '../../../i18n/notation.ts';
import type { Box } from './box.ts';

export interface MoveOption extends Line {
	seat: number;
	/** The city to which the move leads, or in which it takes effect. */
	city?: string;
	/** All cities that the move names; for a move about a railway line, the cities at its ends. */
	cities: string[];
	region?: string;
	card?: string;
	disease?: string;
	/** The other seat that the move is about. */
	other?: number;
	/** The price of the move in actions. */
	cost: number;
}

export function offersOf(box: Box, seat: number, list: string[]): MoveOption[] {
	return list.map((raw) => {
		const line = read(raw, box.moves);
		const card = operand(line, 'card') ?? operand(line, 'event');
		const other = operand(line, 'seat');
		return {
			...line,
			seat,
			city: operand(line, 'city'),
			cities: line.operands.filter((o) => o.kind === 'city').map((o) => o.value),
			region: operand(line, 'region'),
			card,
			disease: operand(line, 'disease'),
			other: other === undefined ? undefined : Number(other),
			cost: box.verbs[line.word]?.cost ?? 0,
		};
	});
}

/** Groups offers by verb, in the order of the list. */
export function byWord(offers: MoveOption[]): Map<string, MoveOption[]> {
	return Map.groupBy(offers, (o) => o.word);
}
