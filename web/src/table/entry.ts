// One line of the log: facts that read well together, told as one.

import type { Line } from '../i18n/notation.ts';

/** A fact with the rule that caused it. */
export interface LogFact {
	line: Line;
	rule: string;
}

/** Where a fact stands. */
export interface Place {
	n: number;
	at: number;
	/** Distinguishes the facts of one entry of the log. */
	nth: number;
	/** Who played the move that it comes from. */
	seat?: number;
	why?: Entry['why'];
}

export interface Entry {
	/** Stays the same while facts are added to it. */
	id: string;
	/** The entries of the table's log that it tells: the first and the last. */
	n: number;
	last: number;
	at: number;
	/** How it is put into words: one of the game's forms, or of what people do beside the moves. */
	form: string;
	facts: LogFact[];
	/** What it is about, for the log's filter: the game's topics, or the table. */
	topics: readonly string[];
	tone: 'plain' | 'quiet' | 'alarm' | 'good';
	/** The seats whose doing it was. */
	seats: number[];
	/** The rule to read about it. */
	rule?: string;
	/** Why it was done, where nobody chose it just then. */
	why?: 'standing' | 'clock' | 'bot';
	/** What a proposal is about, or what was answered. */
	what?: 'undo' | 'end' | 'agree' | 'refuse' | 'withdraw';
	/** The lines that were taken back, and how many moves those were. */
	undone?: Entry[];
	moves?: number;
}

/** What a fact says of a kind, the first or a later one. */
export function said(fact: LogFact | undefined, kind: string, nth = 0): string {
	return fact?.line.operands.filter((o) => o.kind === kind)[nth]?.value ?? '';
}

/** The seat that a fact names first. */
export function seatOf(fact: LogFact | undefined): number | undefined {
	const seat = said(fact, 'seat');
	return seat === '' ? undefined : Number(seat);
}

/** The places that a line speaks of, each once. */
export function placesOf(entry: Entry, isPlace: (id: string) => boolean): string[] {
	const all = [entry, ...(entry.undone ?? [])].flatMap((e) =>
		e.facts.flatMap((f) =>
			f.line.operands.filter((o) => o.kind === 'city' || o.kind === 'card').map((o) => o.value),
		),
	);
	return [...new Set(all)].filter(isPlace);
}
