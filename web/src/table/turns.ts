// The log as one reads it: the entries of the table, by turn, folded into lines by
// the game. Moves that were taken back stand where they were taken back, out of the
// course of the game. It finds no words: sentences.ts does.

import type { Folder, GamePresenter } from '../games/presenter.ts';
import type { Play, Step } from '../gen/api.ts';
import { read } from '../i18n/notation.ts';
import type { Entry, LogFact, Place } from './entry.ts';

export interface Turn {
	id: string;
	/** From 1; the set-up is 0. What comes before the first turn of a round has the number of the turn before it. */
	number: number;
	/** Whose turn it is; nobody's at the set-up. */
	seat: number | null;
	/** From 1, in games that have rounds. */
	round?: number;
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

/** What the log is built with. */
export type Source = Pick<GamePresenter, 'facts' | 'formatter'>;

/** The log by turns, oldest first; empty until the game's formatter is loaded. */
export function logTurns(steps: readonly Step[], { facts, formatter }: Source): Turn[] {
	const game = formatter();
	if (!game) return [];
	const turns: Turn[] = [];
	/** Whose the last proposal was: a player who refuses their own withdraws it. */
	let proposers: readonly number[] = [];
	let folder = game.folder();
	let turn: Turn = { id: 'start', number: 0, seat: null, entries: folder.entries };
	const close = () => {
		folder.end();
		if (turn.entries.length > 0 || turn.number > 0) turns.push(turn);
	};
	for (const item of items(steps)) {
		if ('taken' in item) {
			folder.end();
			const entry = note(item.step, item.taken, game.folder(), facts);
			if (item.step.kind === 'ask') proposers = entry.seats;
			if (entry.what === 'refuse' && entry.seats.some((seat) => proposers.includes(seat)))
				entry.what = 'withdraw';
			turn.entries.push(entry);
			continue;
		}
		if (item.undone) continue;
		for (const { fact, place } of factsOf(item, facts)) {
			if (!headings.has(fact.line.word)) {
				folder.add(fact, place);
				continue;
			}
			close();
			folder = game.folder();
			turn = { ...headed(fact, turn), id: `${place.n}.${place.nth}`, entries: folder.entries };
		}
	}
	close();
	return turns;
}

/** The facts that are told by a heading. */
const headings = new Set(['turn-began', 'round-began']);

/** What a heading says, after the one before it. */
function headed({ line }: LogFact, { number, round }: Turn): Pick<Turn, 'number' | 'seat' | 'round'> {
	const value = Number(line.operands[0]?.value ?? 0);
	if (line.word === 'round-began') return { number, seat: null, round: value };
	return { number: number + 1, seat: value, round };
}

/** The move that an undo would take back first: its place among those that stand. Unknown where the log is not whole. */
export function moveAt(steps: readonly Step[], to: number): string | undefined {
	if (steps[0]?.n !== 0) return undefined;
	const made = (item: Item): item is Played => 'play' in item && !item.undone && item.play.move !== undefined;
	return items(steps).filter(made)[to]?.play.move;
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
		if (step.kind === 'back' && whole) {
			// Moves that were taken back while the game was away, before those that were made there.
			for (const played of standing.splice(step.to ?? standing.length)) played.undone = true;
		}
		if (step.kind !== 'open' && step.kind !== 'play') out.push({ step, taken: [] });
		for (const [nth, play] of (step.plays ?? []).entries()) {
			// A replay has moves only, and says of each who had asked for advice before it.
			const advised = 'advice' in play ? (play.advice as number[]) : [];
			if (advised.length > 0)
				out.push({ step: { ...step, kind: 'advice', by: advised, plays: [] }, taken: [] });
			const played = { step, nth, play, undone: false };
			if (play.move !== undefined) standing.push(played);
			out.push(played);
		}
	}
	return out;
}

function factsOf(
	{ step, nth, play }: Played,
	facts: GamePresenter['facts'],
): { fact: LogFact; place: Place }[] {
	const { seat } = play;
	// Who made a move that leads to where the table plays on chose it, at another table.
	const why = play.why === 'lead' ? undefined : play.why;
	return (play.facts ?? []).map(({ fact, rule }, i) => ({
		fact: { line: read(fact, facts), rule },
		place: { n: step.n, at: step.at, nth: nth * 100 + i, seat, why },
	}));
}

const forms = {
	open: 'facts',
	play: 'facts',
	undo: 'undone',
	ask: 'asked',
	agree: 'answered',
	refuse: 'answered',
	standing: 'standing',
	advice: 'advised',
	end: 'given-up',
	repair: 'repaired',
	away: 'away',
	back: 'back',
} as const;

/** What people did beside the moves. */
function note(step: Step, taken: Played[], folder: Folder, facts: GamePresenter['facts']): Entry {
	for (const { fact, place } of taken.flatMap((played) => factsOf(played, facts))) {
		if (!headings.has(fact.line.word)) folder.add(fact, place);
	}
	folder.end();
	return {
		id: step.kind === 'advice' ? `advice-${step.n}` : `${step.n}`,
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

/** Whether a filter lets a line through: a topic of the game, all, or what is one's own. */
export function passes(entry: Entry, filter: string, mine: readonly number[]): boolean {
	if (filter === 'all') return true;
	if (filter === 'mine') return entry.seats.some((seat) => mine.includes(seat));
	return entry.topics.includes(filter);
}
