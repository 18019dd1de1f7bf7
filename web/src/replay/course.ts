// The places of a game that one looks for: where turns begin, and the moments that
// one remembers. Which those are, each game says.

import type { Replay } from '../gen/api.ts';
import { operand, type Vocabulary } from '../i18n/notation.ts';
import { linesOf } from '../table/lines.ts';
import type { IconName } from '../ui/icons.ts';

export interface TurnMark {
	/** The moves that were made when it began. */
	at: number;
	/** From 1. */
	number: number;
	seat: number;
}

/** What every moment of a game has; a game knows more of its own. */
export interface Moment {
	/** After how many moves it had happened. */
	at: number;
	kind: string;
	icon: IconName;
	tone?: 'alarm' | 'good';
	/** Where the slider has a mark for it, over its line or under it; nowhere where there is none. */
	mark?: 'over' | 'under';
}

/** Where the turns begin. */
export function turnsOf(words: { facts: Vocabulary }, replay: Pick<Replay, 'from' | 'moves'>): TurnMark[] {
	const out: TurnMark[] = [];
	for (const [at, lines] of linesOf(words, replay).entries())
		for (const line of lines)
			if (line.word === 'turn-began')
				out.push({ at, number: out.length + 1, seat: Number(operand(line, 'seat') ?? 0) });
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

/** What the slider has marks for: one for each kind at a place, however often it happened there. */
export function marksOf<M extends Moment>(moments: readonly M[]): M[] {
	return moments.filter(
		(m, i) => m.mark !== undefined && moments.findIndex((o) => o.at === m.at && o.kind === m.kind) === i,
	);
}
