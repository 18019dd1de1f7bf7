// The legal moves of a seat, read so that the table can lay them out: by action,
// by city, by card. Nothing is offered that the server did not list.

import { type Line, operand, read } from '../../words/notation.ts';
import { moves, verbs } from './box.ts';

export interface Offer extends Line {
	seat: number;
	/** Where it leads or what place it is about. */
	city?: string;
	card?: string;
	disease?: string;
	/** The other seat that it is about. */
	other?: number;
	/** Actions that it costs. */
	cost: number;
}

export function offersOf(seat: number, list: string[]): Offer[] {
	return list.map((raw) => {
		const line = read(raw, moves);
		const card = operand(line, 'card') ?? operand(line, 'event');
		const other = operand(line, 'seat');
		return {
			...line,
			seat,
			city: operand(line, 'city'),
			card,
			disease: operand(line, 'disease'),
			other: other === undefined ? undefined : Number(other),
			cost: verbs[line.word]?.cost ?? 0,
		};
	});
}

/** The offers by action, in the order of the list. */
export function byWord(offers: Offer[]): Map<string, Offer[]> {
	return Map.groupBy(offers, (o) => o.word);
}
