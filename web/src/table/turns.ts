// The log as players read it: the table's entries, grouped by turn and combined into lines by the game. Moves
// that were taken back are listed with the undo. sentences.ts turns the lines into texts.

import type { Folder, GamePresenter } from '../games/presenter.ts';
import type { Step } from '../gen/api.ts';
import { read } from '../i18n/notation.ts';
import type { FoldedLine, LogFact, Place } from './folded.ts';
import { items, type Played } from './played.ts';

export interface Turn {
	id: string;
	/**
	 * The number of the turn from 1; the set-up is 0. What happens before a round's first turn belongs to the
	 * last turn of the previous round.
	 */
	number: number;
	/** The seat whose turn it is; null at the set-up. */
	seat: number | null;
	/** The number of the round from 1, in games that have rounds. */
	round?: number;
	entries: FoldedLine[];
}

/** What a game provides to build the log. */
type Source = Pick<GamePresenter, 'facts' | 'formatter'>;

/** Returns the log by turns, oldest first. It is empty until the game's formatter has loaded. */
export function logTurns(steps: readonly Step[], { facts, formatter }: Source): Turn[] {
	const game = formatter();
	if (!game) return [];
	const turns: Turn[] = [];
	/** The seats that made the last proposal. A player who refuses their own proposal withdraws it. */
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

/** The facts that are shown as headings instead of lines. */
const headings = new Set(['turn-began', 'round-began']);

/** Returns what a heading says about the turn that it begins: its number, its seat, its round. */
function headed({ line }: LogFact, { number, round }: Turn): Pick<Turn, 'number' | 'seat' | 'round'> {
	const value = Number(line.operands[0]?.value ?? 0);
	if (line.word === 'round-began') return { number, seat: null, round: value };
	return { number: number + 1, seat: value, round };
}

function factsOf(
	{ step, nth, play }: Played,
	facts: GamePresenter['facts'],
): { fact: LogFact; place: Place }[] {
	const { seat } = play;
	// A branch begins with moves from another table, marked `lead`. The log gives no reason for them, since
	// players chose them there.
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
	bot: 'decided',
	pause: 'decided',
	resume: 'decided',
	repair: 'repaired',
	away: 'away',
	back: 'back',
} as const;

/** Returns the line for something else that people did, such as an undo. */
function note(step: Step, taken: Played[], folder: Folder, facts: GamePresenter['facts']): FoldedLine {
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
		seats: step.kind === 'bot' && step.seat !== undefined ? [step.seat] : (step.by ?? []),
		what:
			step.kind === 'ask'
				? step.what
				: forms[step.kind] === 'answered' || forms[step.kind] === 'decided'
					? (step.kind as FoldedLine['what'])
					: undefined,
		undone: step.kind === 'undo' ? folder.entries : undefined,
		moves: step.kind === 'undo' ? taken.length : undefined,
	};
}

/**
 * Returns the turns `now`, but reuses every unchanged object of `before`, so that a page renders only what is
 * new.
 */
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

/** Returns the lines that follow entry n of the log. */
export function after(turns: readonly Turn[], n: number): FoldedLine[] {
	return turns.flatMap((turn) => turn.entries.filter((entry) => entry.last > n));
}

/**
 * Reports whether the log shows a line under a filter, which is a topic of the game, all lines, or the
 * player's own.
 */
export function passes(entry: FoldedLine, filter: string, mine: readonly number[]): boolean {
	if (filter === 'all') return true;
	if (filter === 'mine') return entry.seats.some((seat) => mine.includes(seat));
	return entry.topics.includes(filter);
}
