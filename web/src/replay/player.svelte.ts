// Shows a finished game at one of its positions, from a perspective. To the components it looks like a table
// without players, at which no move can be made. Each game extends it to define its highlights and how its
// board shows a position.

import { ask } from '../api/ask.ts';
import { api } from '../api/client.ts';
import { type Refusal, refusalOf } from '../api/refusal.ts';
import type { GamePresenter } from '../games/presenter.ts';
import type { Replay, ReplayMove, Step, Table, Update } from '../gen/api.ts';
import type { Result } from '../share/result.ts';
import { LiveTable } from '../table/live.svelte.ts';
import { type Highlight, turnAt, turnFrom, turnsOf } from './course.ts';
import { type Perspective, readAs } from './perspective.ts';
import { Positions } from './positions.ts';

export const speeds = [0.5, 1, 2, 4] as const;

/** A move of a plan that has not been shown yet. */
export interface Planned {
	n: number;
	seat: number;
	move: string;
}

/** Moves that are shown instead of the game's own, from one of its positions on. */
export interface PlayerTrial {
	readonly ahead: readonly Planned[];
	step(by: number): void;
	toggle(): void;
}

export abstract class ReplayPlayer<M extends Highlight = Highlight> {
	readonly live: LiveTable;
	/** The game's presenter. */
	abstract readonly presenter: GamePresenter;
	replay = $state.raw<Replay | null>(null);
	/**
	 * The position that the viewer wants, as a number of moves. The board follows once that position has
	 * loaded.
	 */
	at = $state(0);
	perspective = $state<Perspective>('all');
	playing = $state(false);
	speed = $state<number>(1);
	/** The id of the open tab next to the table. */
	tab = $state('log');
	/**
	 * The plan that is shown instead of the game's moves. Meanwhile `at` remains the position where the plan
	 * begins.
	 */
	trial = $state.raw<PlayerTrial | null>(null);
	/** Why nothing can be shown, or why the wanted position cannot. */
	refusal = $state.raw<Refusal | null>(null);

	private positions: Positions<Update> | null = null;
	private steps: Step[] = [];

	constructor(record: Table) {
		this.live = new LiveTable(record.id);
		this.live.record = nobodys(record);
		// In a finished game, all seats count as present, so that no player appears as away.
		this.live.presence = { seats: (record.seats ?? []).map((_, seat) => seat), watchers: 0 };
	}

	/** Returns the highlights of the game, in order. */
	protected abstract highlightsOf(replay: Replay): M[];

	/** Returns a highlight as text. */
	abstract tell(highlight: M): string;

	/** Returns what a picture of the result says. */
	abstract get result(): Result;

	/** Reports whether the table is still animating the move that led to this position. */
	get busy(): boolean {
		return false;
	}

	/**
	 * Called with every position that is shown. `_led` is the move that led to it from the previous position;
	 * undefined if it was not a single move.
	 */
	protected take(_update: Update, _led: Step | undefined): void {}

	made = $derived.by(() => this.replay?.made ?? 0);
	turns = $derived.by(() => (this.replay ? turnsOf(this.presenter, this.replay) : []));
	highlights = $derived.by(() => (this.replay ? this.highlightsOf(this.replay) : []));
	turn = $derived.by(() => turnAt(this.turns, this.at));
	/** Whether the board shows the wanted position. */
	settled = $derived.by(() => this.live.update?.made === this.at);
	/** The seat whose perspective it is; undefined for a spectator's perspective or that of all seats. */
	seat = $derived.by(() => (/^\d$/.test(this.perspective) ? Number(this.perspective) : null));

	/**
	 * Opens the game at a position, by default the current one. What has been fetched before is not fetched
	 * again.
	 */
	async open(perspective: Perspective, at?: number, asked?: Promise<Replay>): Promise<void> {
		this.refusal = null;
		const path = { id: this.live.id };
		const was = this.at;
		try {
			const replay = await (asked ?? readAs(this.live.id, perspective));
			const positions = new Positions((at) =>
				ask(api.get('/api/tables/{id}/replay/{at}', { path: { ...path, at }, query: { as: perspective } })),
			);
			const place = Math.min(Math.max(0, at ?? was), replay.made);
			// The old table stays until the new position has loaded, so that the focus inside the table is not
			// lost.
			const first = await positions.want(place);
			this.perspective = perspective;
			this.trial = null;
			this.replay = replay;
			this.steps = stepsOf(replay);
			this.positions = positions;
			this.live.whole = true;
			// After a change of perspective nothing is animated, since no move leads from the old view to the new
			// one.
			this.live.update = null;
			if (this.at !== was) return this.go(this.at);
			this.at = place;
			if (first) this.show(first);
		} catch (thrown) {
			this.refusal = refusalOf(thrown);
		}
	}

	/** Shows the position after `to` moves. */
	async go(to: number): Promise<void> {
		const at = Math.min(Math.max(0, to), this.made);
		this.at = at;
		this.trial = null;
		try {
			const update = await this.positions?.want(at);
			if (!update || this.at !== at) return;
			this.refusal = null;
			this.show(update);
		} catch (thrown) {
			if (this.at !== at) return;
			this.refusal = refusalOf(thrown);
			this.playing = false;
		}
	}

	step(by: number): void {
		if (this.trial) this.trial.step(by);
		else void this.go(this.at + by);
	}

	turnStep(by: 1 | -1): void {
		void this.go(turnFrom(this.turns, this.at, by, this.made));
	}

	/** Starts or stops automatic play. At the end of the game, it starts from the beginning. */
	toggle(): void {
		if (this.trial) {
			this.trial.toggle();
			return;
		}
		this.playing = !this.playing;
		if (this.playing && this.at >= this.made) void this.go(0);
	}

	/** Shows a position of a plan, with the moves that led to it. */
	showTrial(update: Update, plays: readonly ReplayMove[], led: boolean): void {
		const steps = plays.map((play, i) => stepOf(play, this.at + i + 1));
		this.live.update = update;
		this.live.steps = [...this.steps.slice(0, this.at + 1), ...steps];
		this.take(update, led ? steps.at(-1) : undefined);
	}

	/** Shows a position. If it follows the previous one, the move between them is animated. */
	private show(update: Update): void {
		const before = this.live.update?.made;
		const at = update.made;
		this.live.update = update;
		this.live.steps = this.steps.slice(0, at + 1);
		this.take(update, before === at - 1 ? this.steps[at] : undefined);
		const near = [1, 2, -1, 3].map((by) => at + by);
		this.positions?.prepare(near.filter((n) => n >= 0 && n <= this.made));
	}
}

/**
 * Returns a table's record as a person without a seat gets it, since a replay asks its viewer no questions.
 */
function nobodys(record: Table): Table {
	return { ...record, you: { ...record.you, seats: [] } };
}

/** Returns the moves of a game as log entries. */
function stepsOf(replay: Replay): Step[] {
	const moves = replay.moves ?? [];
	return [
		{ n: 0, at: moves[0]?.at ?? 0, kind: 'open', plays: [{ facts: replay.from }] },
		...moves.map((move, i) => stepOf(move, i + 1)),
	];
}

/** Returns a move as a log entry. */
function stepOf(move: ReplayMove, n: number): Step {
	return { n, at: move.at, kind: 'play', by: [move.seat], plays: [move] };
}
