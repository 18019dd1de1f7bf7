// The places of a game that one looks for: where turns begin, epidemics, outbreaks,
// cures, the end.

import type { Replay } from '../../../gen/api';
import { operand } from '../../../words/notation.ts';
import type { Box } from '../box.ts';
import { linesOf } from './lines.ts';

export interface TurnMark {
	/** The moves that were made when it began. */
	at: number;
	/** From 1. */
	number: number;
	seat: number;
}

export interface Moment {
	/** After how many moves it had happened. */
	at: number;
	kind: 'epidemic' | 'incident' | 'outbreak' | 'overflow' | 'cure' | 'eradicated' | 'end';
	city?: string;
	disease?: string;
	event?: string;
	/** Which one it was: the second epidemic, the fifth outbreak. */
	n?: number;
}

/** Where the turns begin. */
export function turnsOf(box: Box, replay: Pick<Replay, 'from' | 'moves'>): TurnMark[] {
	const out: TurnMark[] = [];
	for (const [at, lines] of linesOf(box, replay).entries())
		for (const line of lines)
			if (line.word === 'turn-began')
				out.push({ at, number: out.length + 1, seat: Number(operand(line, 'seat') ?? 0) });
	return out;
}

/** What one remembers of the game, in order. */
export function momentsOf(box: Box, replay: Replay): Moment[] {
	const out: Moment[] = [];
	let epidemics = 0;
	for (const [at, lines] of linesOf(box, replay).entries()) {
		for (const line of lines) {
			const city = operand(line, 'city');
			const disease = operand(line, 'disease');
			if (line.word === 'epidemic-drawn') out.push({ at, kind: 'epidemic', n: ++epidemics });
			else if (line.word === 'incident') out.push({ at, kind: 'incident', event: operand(line, 'event') });
			else if (line.word === 'outbreak' || line.word === 'overflowed') {
				const kind = line.word === 'outbreak' ? 'outbreak' : 'overflow';
				out.push({ at, kind, city, disease, n: Number(operand(line, 'number')) });
			} else if (line.word === 'cured' || line.word === 'researched') out.push({ at, kind: 'cure', disease });
			else if (line.word === 'eradicated') out.push({ at, kind: 'eradicated', disease });
		}
	}
	out.push({ at: replay.made, kind: 'end' });
	return out;
}

/** The turn that a place is in: the last one that has begun. */
export function turnAt(turns: readonly TurnMark[], at: number): TurnMark | undefined {
	return turns.findLast((turn) => turn.at <= at);
}

/** A turn further: the beginning of the next one, or of this one and then the one before. */
export function turnFrom(turns: readonly TurnMark[], at: number, by: 1 | -1, last: number): number {
	if (by > 0) return turns.find((turn) => turn.at > at)?.at ?? last;
	return turns.findLast((turn) => turn.at < at)?.at ?? 0;
}
