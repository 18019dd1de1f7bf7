// What happened while one was away, in a few numbers. What was seen last is kept
// in this browser, for as many tables as one can follow.

import type { Entry, LogFact } from './entry.ts';
import type { Turn } from './turns.ts';

export interface Absence {
	/** Lines that others, or the clock, have written. */
	lines: number;
	turns: number;
	/** What happened in them: the game finds words for it. */
	facts: LogFact[];
	undone: number;
	ended: boolean;
}

/** Sums up what came after an entry of the log. Nothing where nobody else did anything. */
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
		undone: entries.reduce((sum: number, e: Entry) => sum + (e.moves ?? 0), 0),
		ended: facts.some((f) => f.line.word === 'ended') || entries.some((e) => e.form === 'given-up'),
	};
}

const place = 'theriac.seen';
const most = 60;

/** What was seen last at a table: an entry of its log, and a line of its talk. */
export interface Seen {
	n: number;
	said: number;
	/** Of what one's team said among itself. */
	team?: number;
}

type Kept = Record<string, Seen & { at: number }>;

function all(storage: Storage): Kept {
	try {
		return JSON.parse(storage.getItem(place) ?? '{}');
	} catch {
		return {}; // what cannot be read is as if nothing had been seen
	}
}

/** What was seen of a table; nothing where it is new to this browser. */
export function recallSeen(table: string, storage: Storage): Seen | null {
	return all(storage)[table] ?? null;
}

/** Keeps what was seen. The tables that were not looked at for the longest time are forgotten first. */
export function keepSeen(table: string, seen: Partial<Seen>, at: number, storage: Storage): void {
	const kept = all(storage);
	const before: Seen = kept[table] ?? { n: -1, said: 0 };
	kept[table] = {
		n: Math.max(before.n, seen.n ?? -1),
		said: Math.max(before.said, seen.said ?? 0),
		team: Math.max(before.team ?? 0, seen.team ?? 0),
		at,
	};
	const rows = Object.entries(kept).sort(([, a], [, b]) => b.at - a.at);
	try {
		storage.setItem(place, JSON.stringify(Object.fromEntries(rows.slice(0, most))));
	} catch {
		// A browser that keeps nothing shows nothing as missed.
	}
}
