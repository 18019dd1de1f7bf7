// Shows what happened as it happened: beat after beat from what the board showed
// before to what the server sent. It only draws; at the end, or whenever somebody
// is in a hurry, the board shows the true position and nothing else.

import { untrack } from 'svelte';
import type { Step, Update } from '../../../gen/api.ts';
import { calm, settings } from '../../../settings.svelte.ts';
import type { LiveTable } from '../../../table/live.svelte.ts';
import { deferred } from '../lazy.ts';
import type { Game } from '../model/game.ts';
import { type Position, positionOf } from '../model/position.ts';
import { lengths, patience as most } from '../moments/pace.ts';
import type { Beat, beatsOfSteps } from './beats.ts';
import type { Past } from './past.ts';
import { after, changes, type Standing, standingOf } from './standing.ts';

/** Calls back after some time, and says how to forget about it. */
export type Clock = (ms: number, ring: () => void) => () => void;

export interface Manner {
	clock: Clock;
	/** As settings.playback. */
	mode: () => 'play' | 'step' | 'none';
	/** Nothing should move, or nobody is looking. */
	still: () => boolean;
	/** Cuts what happened into beats; null where it can only be jumped over. */
	cut: typeof beatsOfSteps;
	/** The seats of whoever looks: what others do is told as well. Undefined: only what happens on the board. */
	mine: () => readonly number[] | undefined;
}

const byDefault: Manner = {
	// The time counts from when something is to be seen: a busy browser draws late. One that draws nothing does not wait.
	clock: (ms, ring) => {
		const begin = () => {
			cancelAnimationFrame(frame);
			clearTimeout(timer);
			timer = setTimeout(ring, ms);
		};
		const frame = requestAnimationFrame(begin);
		let timer = setTimeout(begin, undrawn);
		return () => {
			cancelAnimationFrame(frame);
			clearTimeout(timer);
		};
	},
	mode: () => settings.playback,
	still: () => calm() || document.visibilityState === 'hidden',
	// Before the rest of the table is here, nothing is played.
	cut: (game, steps, mine) => deferred.parts?.beatsOfSteps(game, steps, mine) ?? null,
	mine: () => undefined,
};

/** One update that waits to be shown. */
interface Piece {
	/** What was true before it, and what was asked; nobody asks where a game is replayed. */
	before: Position;
	update?: Update;
	from: Standing;
	beats: Beat[];
}

/** So long a frame is waited for, in ms. */
const undrawn = 1000;
/** With more updates than this behind, the board goes to the present. */
const patience = 3;
/** How long words stand for what is not played, in ms. */
const reading = 3000;
/** What is told in words where it was not played; moves along the lines and cubes are marked on the board. */
const told = new Set<Beat['kind']>([
	'event',
	'epidemic',
	'alarm',
	'intensified',
	'infection',
	'wave',
	'burst',
	'cure',
	'end',
]);

export class Playback {
	/** What the board shows while something is played; null: the true position. */
	shown = $state.raw<Standing | null>(null);
	/** The beat that is shown. */
	beat = $state.raw<Beat | null>(null);
	/** The table as it was then, as long as more is to come than moves; null: as it is. */
	past = $state.raw<Past | null>(null);
	/** Cities that the last update changed, where it was not played. */
	changed = $state.raw<ReadonlySet<string>>(new Set());
	paused = $state(false);
	/** Waits for “next”. */
	waiting = $state(false);
	/** How long the beat is shown, in ms. */
	length = $state(0);
	/** What was not played, or not to its end: it stands in words for a while. */
	notes = $state.raw<readonly Beat[]>([]);

	private game: Pick<Game, 'box' | 'deferred'>;
	private manner: Manner;
	private truth: Position | null = null;
	private update: Update | undefined;
	/** The position that is shown beside the board. */
	private beside: Position | null = null;
	private pieces: Piece[] = [];
	private at = 0;
	private forget: () => void = () => {};
	private clear: () => void = () => {};
	/** How long each beat that waits will be shown. */
	private fits: ReadonlyMap<Beat, number> = new Map();

	constructor(game: Pick<Game, 'box' | 'deferred'>, manner: Partial<Manner> = {}) {
		this.game = game;
		this.manner = { ...byDefault, ...manner };
	}

	/** Whether something is being shown that takes longer than a move of one's own. */
	get busy(): boolean {
		return this.beat !== null && this.beat.kind !== 'act';
	}

	/** Whether it has stopped at a beat until somebody goes on. */
	get held(): boolean {
		return this.busy && (this.paused || this.waiting);
	}

	/** Follows a table. The result stops it. */
	follow(live: LiveTable): () => void {
		// Only the listener hears of later updates, also where an effect called this.
		const now = untrack(() => live.update);
		if (now) this.take(this.read(now.view), [], now);
		const stop = live.onNews(({ update, steps }) => this.take(this.read(update.view), steps, update));
		return () => {
			stop();
			this.skip();
		};
	}

	private read(view: Record<string, unknown>): Position {
		return positionOf(this.game.box, view);
	}

	/** Takes a newer position in, with what led to it. */
	take(position: Position, steps: readonly Step[], update?: Update): void {
		const [before, asked] = [this.truth, this.update];
		this.truth = position;
		this.update = update;
		if (!before || steps.length === 0) {
			this.stop();
			return;
		}
		const [from, to] = [standingOf(this.game, before), standingOf(this.game, position)];
		const none = this.manner.mode() === 'none';
		const beats = this.manner.cut(this.game, steps, none ? undefined : this.manner.mine());
		if (!beats || none || this.manner.still()) {
			this.stop();
			this.changed = changes(from, to);
			if (!none) this.note(beats ?? []);
			return;
		}
		if (beats.length === 0) return;
		this.pieces.push({ before, update: asked, from, beats });
		this.fit();
		if (this.pieces.length > patience) {
			const first = this.pieces[0] as Piece;
			this.hurry();
			this.changed = changes(first.from, to);
		} else if (this.pieces.length === 1) {
			this.changed = new Set();
			this.begin();
		}
	}

	/** Goes to the present because there is something to do there: what was not seen yet stands in words. */
	hurry(): void {
		const unseen = this.unseen(0);
		this.stop();
		this.note(unseen);
	}

	/** The beats that wait, from the one that is shown on. */
	private unseen(from: number): Beat[] {
		return this.pieces.flatMap(({ beats }, i) => (i === 0 ? beats.slice(this.at + from) : beats));
	}

	/** Fits all that waits into what a person has patience for. */
	private fit(): void {
		const beats = this.unseen(this.beat ? 1 : 0);
		const fitted = lengths(beats, Math.max(0, most - (this.beat ? this.length : 0)));
		this.fits = new Map(beats.map((b, i) => [b, fitted[i] ?? b.ms]));
	}

	/** Writes down what is not played, for as long as it takes to read it. */
	private note(beats: readonly Beat[]): void {
		const notes = this.manner.mine() ? beats.filter((b) => told.has(b.kind)) : [];
		if (notes.length === 0) return;
		this.clear();
		this.notes = [...this.notes, ...notes];
		this.clear = this.manner.clock(reading, () => this.unnote());
	}

	private unnote(): void {
		this.clear();
		this.clear = () => {};
		if (this.notes.length > 0) this.notes = [];
	}

	/** Goes to the present at once, without a word. */
	skip(): void {
		this.unnote();
		this.stop();
	}

	private stop(): void {
		this.forget();
		this.at = 0;
		this.pieces = [];
		this.shown = null;
		this.past = null;
		this.beat = null;
		this.paused = false;
		this.waiting = false;
	}

	/** Goes to the next beat at once. */
	next(): void {
		this.forget();
		this.waiting = false;
		const piece = this.pieces[0];
		if (!piece) return;
		this.at++;
		if (this.at < piece.beats.length) {
			this.show();
			return;
		}
		this.pieces.shift();
		if (this.pieces.length > 0) this.begin();
		else this.stop();
	}

	pause(): void {
		if (!this.beat) return;
		this.forget();
		this.paused = true;
	}

	resume(): void {
		if (!this.paused) return;
		this.paused = false;
		this.next();
	}

	/** Begins the oldest piece from the position that was true before it. */
	private begin(): void {
		const piece = this.pieces[0] as Piece;
		this.at = 0;
		this.shown = piece.from;
		this.beside = piece.before;
		this.show();
	}

	/** Shows the current beat: what it makes true, and for how long. */
	private show(): void {
		const piece = this.pieces[0];
		const beat = piece?.beats[this.at];
		if (!beat || !this.shown || !this.beside) return;
		this.shown = beat.facts.reduce((s, fact) => after(this.game, s, fact), this.shown);
		this.beside = beat.beside(this.beside);
		this.past = this.pastAt(beat, piece.update, this.shown, this.beside);
		this.beat = beat;
		this.waiting = beat.kind === 'wave' && this.manner.mode() === 'step';
		this.length = this.fits.get(beat) ?? beat.ms;
		if (this.busy) this.unnote();
		if (!this.waiting && !this.paused) this.forget = this.manner.clock(this.length, () => this.next());
	}

	/** The table at a beat; null where only moves are left to show, which nothing has to wait for. */
	private pastAt({ mark }: Beat, update: Update | undefined, shown: Standing, beside: Position): Past | null {
		if (!update || this.unseen(0).every((b) => b.kind === 'act')) return null;
		const { cubes, stations, pawns } = shown;
		const seats = beside.seats.map((s) => ({ ...s, pawn: pawns[s.seat] ?? s.pawn }));
		return { update, position: { ...beside, cubes, stations: [...stations], seats }, mark };
	}
}
