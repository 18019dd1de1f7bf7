// Landmarks of a game: where its turns begin, and its highlights, which each game defines.

import type { Replay } from '../gen/api.ts';
import { operand, type Vocabulary } from '../i18n/notation.ts';
import { linesOf } from '../table/lines.ts';
import type { IconName } from '../ui/icons.ts';

interface TurnMark {
	/** The number of moves before the turn. */
	at: number;
	/** The number of the turn, from 1. */
	number: number;
	seat: number;
}

/** The fields that the highlights of every game have; each game adds its own. */
export interface Highlight {
	/** The number of moves after which the highlight happened. */
	at: number;
	kind: string;
	icon: IconName;
	tone?: 'alarm' | 'good';
	/** Whether the slider marks the highlight above or below its line; undefined for no mark. */
	mark?: 'over' | 'under';
}

/** Returns the positions at which turns begin. */
export function turnsOf(words: { facts: Vocabulary }, replay: Pick<Replay, 'from' | 'moves'>): TurnMark[] {
	const out: TurnMark[] = [];
	for (const [at, lines] of linesOf(words, replay).entries())
		for (const line of lines)
			if (line.word === 'turn-began')
				out.push({ at, number: out.length + 1, seat: Number(operand(line, 'seat') ?? 0) });
	return out;
}

/** Returns the turn of a position: the last one that has begun. */
export function turnAt(turns: readonly TurnMark[], at: number): TurnMark | undefined {
	return turns.findLast((turn) => turn.at <= at);
}

/**
 * Returns the position at which the next turn begins. Backwards, it returns the beginning of the current
 * turn or, from there, that of the previous turn.
 */
export function turnFrom(turns: readonly TurnMark[], at: number, by: 1 | -1, last: number): number {
	if (by > 0) return turns.find((turn) => turn.at > at)?.at ?? last;
	return turns.findLast((turn) => turn.at < at)?.at ?? 0;
}

/**
 * Returns the marks of the slider. A position has one mark per kind of highlight, however often that kind
 * happened there.
 */
export function marksOf<M extends Highlight>(highlights: readonly M[]): M[] {
	return highlights.filter(
		(m, i) => m.mark !== undefined && highlights.findIndex((o) => o.at === m.at && o.kind === m.kind) === i,
	);
}
