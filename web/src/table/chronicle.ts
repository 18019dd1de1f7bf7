// The log as one reads it: the entries of the table, by turn, folded into lines.
// Moves that were taken back stand where they were taken back, out of the course
// of the game. It refuses to find words: telling.ts does.

import type { Play, Step } from '../gen/api';
import { read, type Vocabulary } from '../words/notation.ts';
import type { Entry } from './entry.ts';
import { Folder } from './folds.ts';

export interface Turn {
	id: string;
	/** From 1; the set-up is 0. */
	number: number;
	/** Whose turn it is; nobody's at the set-up. */
	seat: number | null;
	entries: Entry[];
}

interface Played {
	step: Step;
	nth: number;
	play: Play;
	/** Whether the moves that it is one of were taken back. */
	undone: boolean;
}

/** What stands in the log: plays, and what people did beside them. */
type Item = Played | { step: Step; taken: Played[] };

/** Tells a log by turns, oldest first. */
export function chronicle(steps: readonly Step[], facts: Vocabulary): Turn[] {
	const turns: Turn[] = [];
	let folder = new Folder();
	let turn: Turn = { id: 'start', number: 0, seat: null, entries: folder.entries };
	const close = () => {
		folder.end();
		if (turn.entries.length > 0 || turn.number > 0) turns.push(turn);
	};
	for (const item of items(steps)) {
		if ('taken' in item) {
			folder.end();
			turn.entries.push(note(item.step, item.taken, facts));
			continue;
		}
		if (item.undone) continue;
		for (const [nth, told] of factsOf(item, facts).entries()) {
			if (told.line.word !== 'turn-began') {
				folder.add(told, placeOf(item, nth));
				continue;
			}
			close();
			folder = new Folder();
			const seat = Number(told.line.operands[0]?.value ?? 0);
			turn = { id: `${item.step.n}`, number: turn.number + 1, seat, entries: folder.entries };
		}
	}
	close();
	return turns;
}

/** Plays in order, each knowing whether it stands; an undo names the plays that it took back. */
function items(steps: readonly Step[]): Item[] {
	const out: Item[] = [];
	const standing: Played[] = [];
	// Moves are counted from the beginning; without it, nothing can be said of what was taken back.
	const whole = steps[0]?.n === 0;
	for (const step of steps) {
		if (step.kind === 'undo') {
			const taken = whole ? standing.splice(step.to ?? standing.length) : [];
			for (const played of taken) played.undone = true;
			out.push({ step, taken });
			continue;
		}
		if (step.kind !== 'open' && step.kind !== 'play') out.push({ step, taken: [] });
		for (const [nth, play] of (step.plays ?? []).entries()) {
			const played = { step, nth, play, undone: false };
			if (play.move !== undefined) standing.push(played);
			out.push(played);
		}
	}
	return out;
}

function factsOf({ play }: Played, facts: Vocabulary) {
	return (play.facts ?? []).map(({ fact, rule }) => ({ line: read(fact, facts), rule }));
}

function placeOf({ step, nth, play }: Played, fact: number) {
	return { n: step.n, at: step.at, nth: nth * 100 + fact, seat: play.seat, why: play.why };
}

const forms = {
	open: 'facts',
	play: 'facts',
	undo: 'undone',
	ask: 'asked',
	agree: 'answered',
	refuse: 'answered',
	standing: 'standing',
	end: 'given-up',
	repair: 'repaired',
} as const;

/** What people did beside the moves. */
function note(step: Step, taken: Played[], facts: Vocabulary): Entry {
	const folder = new Folder();
	for (const played of taken) {
		for (const [nth, told] of factsOf(played, facts).entries()) folder.add(told, placeOf(played, nth));
	}
	folder.end();
	return {
		id: `${step.n}`,
		n: step.n,
		last: step.n,
		at: step.at,
		form: forms[step.kind],
		facts: [],
		topics: ['table'],
		tone: step.kind === 'standing' ? 'quiet' : 'plain',
		seats: step.by ?? [],
		what:
			step.kind === 'ask'
				? step.what
				: step.kind === 'agree' || step.kind === 'refuse'
					? step.kind
					: undefined,
		undone: step.kind === 'undo' ? folder.entries : undefined,
		moves: step.kind === 'undo' ? taken.length : undefined,
	};
}

/** The same turns, with those that did not change kept as they were, so that a page draws only what is new. */
export function keep(before: readonly Turn[], now: Turn[]): Turn[] {
	const known = new Map(before.map((turn) => [turn.id, turn]));
	return now.map((turn) => {
		const old = known.get(turn.id);
		return old && old.number === turn.number && sign(old) === sign(turn) ? old : turn;
	});
}

function sign(turn: Turn): string {
	return turn.entries.map((e) => `${e.id}:${e.facts.length}:${e.form}:${e.moves ?? ''}`).join(' ');
}

/** The lines of what came after an entry of the log. */
export function after(turns: readonly Turn[], n: number): Entry[] {
	return turns.flatMap((turn) => turn.entries.filter((entry) => entry.last > n));
}

export type Filter = 'all' | 'moves' | 'disease' | 'cards' | 'mine';
export const filters: readonly Filter[] = ['all', 'moves', 'disease', 'cards', 'mine'];

/** Whether a filter lets a line through. */
export function passes(entry: Entry, filter: Filter, mine: readonly number[]): boolean {
	if (filter === 'all') return true;
	if (filter === 'mine') return entry.seats.some((seat) => mine.includes(seat));
	return entry.topics.includes(filter);
}
