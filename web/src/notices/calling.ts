// When a person is called to a table, and how. It is decided here; what browsers
// do with it is elsewhere.

import type { Step, Update } from '../gen/api.ts';

/** What a table wants of a person. */
export interface Call {
	/** A new one for each question. */
	id: string;
	kind: 'turn' | 'question';
}

/** The steps that are one's turn; everything else is a question off turn. */
const turns = new Set(['action', 'turn']);

/** The call of an update, if it has one: a seat of mine owes an answer, or is asked to agree. */
export function callOf(update: Update | null, mine: readonly number[]): Call | null {
	if (!update || update.over) return null;
	const { question, ask } = update;
	if (ask?.needs?.some((seat) => mine.includes(seat)))
		return { id: `ask ${ask.what} ${ask.to}`, kind: 'question' };
	const owed = [...(question.all ?? []), ...(question.any ?? [])].filter((seat) => mine.includes(seat));
	if (owed.length === 0) return null;
	const kind = turns.has(question.step) ? 'turn' : 'question';
	// The actions of one turn are one call: whoever makes a move is here already.
	return { id: kind === 'turn' ? `turn ${owed.join(',')}` : `${question.step} ${question.id}`, kind };
}

/** Whether to call, after what was known before. A person who plays every seat is never called. */
export function rings(
	before: Call | null,
	now: Call | null,
	mine: readonly number[],
	seats: number,
): boolean {
	return now !== null && now.id !== before?.id && mine.length > 0 && mine.length < seats;
}

export type Sound = 'place' | 'outbreak' | 'turn';

/** What is grave, and what is put on the table, by the words of the facts. Pills click where they are shown to land. */
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

/** The one sound for what happened: the gravest. */
export function soundOf(steps: readonly Step[], called: boolean): Sound | null {
	const facts = steps.flatMap((s) => s.plays ?? []).flatMap((p) => p.facts ?? []);
	const told = new Set(facts.map((f) => f.fact.split(' ')[0] ?? ''));
	if (grave.some((word) => told.has(word))) return 'outbreak';
	if (called) return 'turn';
	return placing.some((word) => told.has(word)) ? 'place' : null;
}
