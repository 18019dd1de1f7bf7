// The legal moves of a seat, read so that the table can lay them out: by action,
// by city, by card. Nothing is offered that the server did not list.

import { type Line, operand, read } from '../../../i18n/notation.ts';
import type { Box } from './box.ts';

export interface MoveOption extends Line {
	seat: number;
	/** Where it leads or what place it is about. */
	city?: string;
	/** All the cities that it names: a move about a line names its ends. */
	cities: string[];
	region?: string;
	card?: string;
	disease?: string;
	/** The other seat that it is about. */
	other?: number;
	/** Actions that it costs. */
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

/** The offers by action, in the order of the list. */
export function byWord(offers: MoveOption[]): Map<string, MoveOption[]> {
	return Map.groupBy(offers, (o) => o.word);
}
