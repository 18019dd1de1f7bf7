// Animates what happened, one beat (a step of the animation) after another, from the position on the board to
// the server's latest. This only affects what is drawn: at the end, or when the player skips, the board shows
// the true position.

import { untrack } from 'svelte';
import type { Step, Update } from '../../../gen/api.ts';
import { calm, settings } from '../../../settings.svelte.ts';
import type { LiveTable } from '../../../table/live.svelte.ts';
import { deferred } from '../deferred/lazy.ts';
import type { Game } from '../model/game.ts';
import { type Position, positionOf } from '../model/position.ts';
import { lengths, patience as most } from '../overlay/pace.ts';
import type { Beat, beatsOfSteps } from './beats.ts';
import type { Past } from './past.ts';
import { after, changes, type Standing, standingOf } from './standing.ts';

/** Calls `ring` after some milliseconds; the returned function cancels the call. */
type Clock = (ms: number, ring: () => void) => () => void;

interface Manner {
	clock: Clock;
	/** Returns the setting `playback`: animate, wait for the player at each step, or do not animate. */
	mode: () => 'play' | 'step' | 'none';
	/** Reports whether nothing may move: the player wants reduced motion, or the page is hidden. */
	still: () => boolean;
	/** Splits log entries into beats; null if they cannot be animated. */
	cut: typeof beatsOfSteps;
	/**
	 * Returns the viewer's seats. If it is defined, other players' moves are animated, too; if undefined,
	 * only events on the board are.
	 */
	mine: () => readonly number[] | undefined;
}

const byDefault: Manner = {
	// The clock starts with the first frame, since a busy browser draws late. A hidden page draws no frames, so
	// there it starts immediately.
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
	// Nothing is animated until the deferred parts of the table have loaded.
	cut: (game, steps, mine) => deferred.parts?.beatsOfSteps(game, steps, mine) ?? null,
	mine: () => undefined,
};

/** An update that is waiting for its animation. */
interface Piece {
	/** The position before the update, and the update with its question; a replay has no question. */
	before: Position;
	update?: Update;
	from: Standing;
	beats: Beat[];
}

/** The longest time that the clock waits for a frame, in ms. */
const undrawn = 1000;
/** If more updates than this are waiting, the board skips to the current position. */
const patience = 3;
/** How long the text about skipped beats stays, in ms. */
const reading = 3000;
/** The kinds of skipped beats that a text names. Movements and cubes are marked on the board instead. */
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
	/** The board as it is during an animation; null if it shows the true position. */
	shown = $state.raw<Standing | null>(null);
	/** The beat that is shown; null if no animation runs. */
	beat = $state.raw<Beat | null>(null);
	/**
	 * The table as it was at the current beat, while anything but movements is left to animate. If null, the
	 * table is shown as it is now.
	 */
	past = $state.raw<Past | null>(null);
	/** The cities that the last update changed without an animation. */
	changed = $state.raw<ReadonlySet<string>>(new Set());
	paused = $state(false);
	/** Whether the animation has stopped until the player presses “next”. */
	waiting = $state(false);
	/** The duration of the current beat, in ms. */
	length = $state(0);
	/** The skipped beats that a text names for a while. */
	notes = $state.raw<readonly Beat[]>([]);

	private game: Pick<Game, 'box' | 'deferred'>;
	private manner: Manner;
	private truth: Position | null = null;
	private update: Update | undefined;
	/** The hands and tracks that are shown now. */
	private beside: Position | null = null;
	private pieces: Piece[] = [];
	private at = 0;
	private forget: () => void = () => {};
	private clear: () => void = () => {};
	/** The shortened duration of each waiting beat. */
	private fits: ReadonlyMap<Beat, number> = new Map();

	constructor(game: Pick<Game, 'box' | 'deferred'>, manner: Partial<Manner> = {}) {
		this.game = game;
		this.manner = { ...byDefault, ...manner };
	}

	/** Reports whether an animation is running, apart from the short one of a single move. */
	get busy(): boolean {
		return this.beat !== null && this.beat.kind !== 'act';
	}

	/** Reports whether the animation has stopped at a beat until the player continues. */
	get held(): boolean {
		return this.busy && (this.paused || this.waiting);
	}

	/** Animates the updates of a table, until the caller calls the returned function. */
	follow(live: LiveTable): () => void {
		// Untracked: the listener below handles later updates, so they must not rerun an effect that calls
		// follow().
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

	/** Adds a newer position and the log entries that led to it; the animation starts if none runs. */
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

	/** Skips to the current position because the player has to act. A text names what was not shown. */
	hurry(): void {
		const unseen = this.unseen(0);
		this.stop();
		this.note(unseen);
	}

	/** Returns the waiting beats, from the current one on. */
	private unseen(from: number): Beat[] {
		return this.pieces.flatMap(({ beats }, i) => (i === 0 ? beats.slice(this.at + from) : beats));
	}

	/** Shortens the waiting beats until their total is tolerable. */
	private fit(): void {
		const beats = this.unseen(this.beat ? 1 : 0);
		const fitted = lengths(beats, Math.max(0, most - (this.beat ? this.length : 0)));
		this.fits = new Map(beats.map((b, i) => [b, fitted[i] ?? b.ms]));
	}

	/** Shows a text about skipped beats, for as long as reading it takes. */
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

	/** Skips to the current position without a text. */
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

	/** Continues with the next beat. */
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

	/** Starts the animation of the oldest waiting update, from the position before it. */
	private begin(): void {
		const piece = this.pieces[0] as Piece;
		this.at = 0;
		this.shown = piece.from;
		this.beside = piece.before;
		this.show();
	}

	/** Shows the current beat: applies its facts and starts its timer. */
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

	/**
	 * Returns the table as it was at a beat; null if only movements are left, since the rest of the table
	 * does not wait for them.
	 */
	private pastAt({ mark }: Beat, update: Update | undefined, shown: Standing, beside: Position): Past | null {
		if (!update || this.unseen(0).every((b) => b.kind === 'act')) return null;
		const { cubes, stations, pawns } = shown;
		const seats = beside.seats.map((s) => ({ ...s, pawn: pawns[s.seat] ?? s.pawn }));
		return { update, position: { ...beside, cubes, stations: [...stations], seats }, mark };
	}
}
