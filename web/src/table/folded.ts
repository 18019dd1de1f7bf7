// Types for a line of the log, which combines facts (events of the game) into one text, and functions that
// read them.

import type { Line } from '../i18n/notation.ts';

/** A fact with the rule that caused it. */
export interface LogFact {
	line: Line;
	rule: string;
}

/** The position of a fact: its log entry, and its number within the entry. */
export interface Place {
	n: number;
	at: number;
	/** The number of the fact within its entry of the table's log. */
	nth: number;
	/** The seat whose move caused the fact. */
	seat?: number;
	why?: FoldedLine['why'];
}

export interface FoldedLine {
	/** Identifies the line. The id does not change while facts are added to the line. */
	id: string;
	/** The first and the last log entry that the line covers. */
	n: number;
	last: number;
	at: number;
	/**
	 * What kind of text the line gets: one of the game's, or one for something else that people do, such as an
	 * undo.
	 */
	form: string;
	facts: LogFact[];
	/** The topics by which the log's filter finds the line: the game's own, or `table`. */
	topics: readonly string[];
	tone: 'plain' | 'quiet' | 'alarm' | 'good';
	/** The seats that caused the line's facts. */
	seats: number[];
	/** The rule that opens when the player presses the line. */
	rule?: string;
	/**
	 * What caused the move, if its player did not choose it just then: a standing pass, the clock or a bot.
	 */
	why?: 'standing' | 'clock' | 'bot';
	/** What a proposal was about, or the answer to one. */
	what?: 'undo' | 'end' | 'bot' | 'pause' | 'resume' | 'agree' | 'refuse' | 'withdraw';
	/** For an undo: the lines that it took back. */
	undone?: FoldedLine[];
	moves?: number;
}

/**
 * Returns the value of a fact's operand of the given kind: the first one by default, or the nth after that.
 */
export function said(fact: LogFact | undefined, kind: string, nth = 0): string {
	return fact?.line.operands.filter((o) => o.kind === kind)[nth]?.value ?? '';
}

/** Returns the first seat that a fact names. */
export function seatOf(fact: LogFact | undefined): number | undefined {
	const seat = said(fact, 'seat');
	return seat === '' ? undefined : Number(seat);
}

/** Returns the cities and other places that a line names, each once. */
export function placesOf(entry: FoldedLine, isPlace: (id: string) => boolean): string[] {
	const all = [entry, ...(entry.undone ?? [])].flatMap((e) =>
		e.facts.flatMap((f) =>
			f.line.operands.filter((o) => o.kind === 'city' || o.kind === 'card').map((o) => o.value),
		),
	);
	return [...new Set(all)].filter(isPlace);
}
