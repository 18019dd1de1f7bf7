// Decides when a table calls a person (asks for an answer), and how. browser.ts and sounds.ts then notify
// the person.

import type { Player, Step, Table, Update } from '../gen/api.ts';

/** Why a table calls a person. */
export interface Call {
	/** Identifies the question; it changes with each question. */
	id: string;
	kind: 'turn' | 'question';
}

/** The kinds of question that mean that it is the person's turn; all others come out of turn. */
const turns = new Set(['action', 'turn']);

/**
 * Returns the call of an update: one of the person's seats owes an answer or its consent. Null if there is
 * none.
 */
export function callOf(update: Update | null, mine: readonly number[]): Call | null {
	if (!update || update.over) return null;
	const { question, ask } = update;
	if (ask?.needs?.some((seat) => mine.includes(seat)))
		return { id: `ask ${ask.what} ${ask.to}`, kind: 'question' };
	const owed = [...(question.all ?? []), ...(question.any ?? [])].filter((seat) => mine.includes(seat));
	if (owed.length === 0) return null;
	const kind = turns.has(question.step) ? 'turn' : 'question';
	// All actions of a turn share one call, since a player who is moving is already at the table.
	return { id: kind === 'turn' ? `turn ${owed.join(',')}` : `${question.step} ${question.id}`, kind };
}

/**
 * Decides whether to call the person, given the previous call. A person who holds every seat is never called.
 */
export function rings(
	before: Call | null,
	now: Call | null,
	mine: readonly number[],
	seats: number,
): boolean {
	return now !== null && now.id !== before?.id && mine.length > 0 && mine.length < seats;
}

export type Sound = 'place' | 'outbreak' | 'turn' | 'sit';

/** Returns the people who have sat down between two records of a table that gathers, without this person. */
export function satDown(before: Table | null, now: Table | null, me: string | undefined): Player[] {
	if (before?.status !== 'gathering' || now?.status !== 'gathering') return [];
	const had = new Set((before.seats ?? []).map(({ holder }) => holder?.id));
	return (now.seats ?? []).flatMap(({ holder }) =>
		!holder || holder.id === me || had.has(holder.id) ? [] : [holder],
	);
}

/**
 * The names of facts (events of the game) that have a sound: serious events, and pieces that are put down.
 * Pills make a sound when their animation ends.
 */
const grave = ['outbreak', 'overflowed', 'epidemic-drawn', 'intensive-care'];
const placing = [
	'cubes-placed',
	'station-built',
	'hospital-built',
	'track-laid',
	'tokens-placed',
	'pawn-moved',
	'card-taken',
	'card-sent',
	'card-passed',
	'card-kept',
	'risk-sent',
	'risk-passed',
	'risk-opened',
	'virus-placed',
	'virus-injected',
];

/** Returns the sound for the latest events: that of the most serious one. */
export function soundOf(steps: readonly Step[], called: boolean): Sound | null {
	const facts = steps.flatMap((s) => s.plays ?? []).flatMap((p) => p.facts ?? []);
	const told = new Set(facts.map((f) => f.fact.split(' ')[0] ?? ''));
	if (grave.some((word) => told.has(word))) return 'outbreak';
	if (called) return 'turn';
	return placing.some((word) => told.has(word)) ? 'place' : null;
}
