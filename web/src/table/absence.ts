// Sums up what happened while the player was away.

import type { FoldedLine, LogFact } from './folded.ts';
import type { Turn } from './turns.ts';

export interface Absence {
	/** How many log lines the other players or the clock have caused. */
	lines: number;
	turns: number;
	/** The facts (events of the game) in these lines, which the game turns into text. */
	facts: LogFact[];
	undone: number;
	ended: boolean;
}

/** Sums up what happened after entry n of the log. It returns null if only the player's own moves did. */
export function absence(turns: readonly Turn[], n: number, mine: readonly number[]): Absence | null {
	const missed = turns.map((turn) => ({ turn, entries: turn.entries.filter((e) => e.last > n) }));
	const entries = missed.flatMap((m) => m.entries);
	const others = entries.filter((e) => e.why === 'clock' || e.seats.some((seat) => !mine.includes(seat)));
	if (others.length === 0) return null;
	const facts = entries.flatMap((e) => e.facts);
	return {
		lines: entries.length,
		turns: missed.filter(
			({ turn, entries }) => entries.length > 0 && turn.seat !== null && !mine.includes(turn.seat),
		).length,
		facts,
		undone: entries.reduce((sum: number, e: FoldedLine) => sum + (e.moves ?? 0), 0),
		ended: facts.some((f) => f.line.word === 'ended') || entries.some((e) => e.form === 'given-up'),
	};
}
