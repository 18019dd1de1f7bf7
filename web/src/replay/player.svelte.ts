// A game that is over, wound to one of its places and looked at through somebody's
// eyes. It is a table that nobody sits at: the parts of the table draw it, and
// nothing can be played. What the moments of a game are, and how its table takes a
// position in, the player of that game knows.

import { ask } from '../api/ask.ts';
import { api } from '../api/client.ts';
import { type Refusal, refusalOf } from '../api/refusal.ts';
import type { GamePresenter } from '../games/presenter.ts';
import type { Replay, ReplayMove, Step, Table, Update } from '../gen/api.ts';
import { LiveTable } from '../table/live.svelte.ts';
import { type Moment, turnAt, turnFrom, turnsOf } from './course.ts';
import { type Perspective, readAs } from './perspective.ts';
import { Positions } from './positions.ts';

export const speeds = [0.5, 1, 2, 4] as const;

/** A move that is still to come in what is tried. */
export interface Planned {
	n: number;
	seat: number;
	move: string;
}

/** Moves that are shown in place of the game's, from one of its places on. */
export interface PlayerTrial {
	readonly ahead: readonly Planned[];
	step(by: number): void;
	toggle(): void;
}

export abstract class ReplayPlayer<M extends Moment = Moment> {
	readonly live: LiveTable;
	/** The game's words. */
	abstract readonly presenter: GamePresenter;
	replay = $state.raw<Replay | null>(null);
	/** The place that is wanted: after so many moves. The board follows as soon as it is read. */
	at = $state(0);
	perspective = $state<Perspective>('all');
	playing = $state(false);
	speed = $state<number>(1);
	/** The tab that lies open beside the table. */
	tab = $state('log');
	/** What is tried in place of the game's moves; the place stays where that begins. */
	trial = $state.raw<PlayerTrial | null>(null);
	/** Why nothing can be shown, or why the next place cannot. */
	refusal = $state.raw<Refusal | null>(null);

	private positions: Positions<Update> | null = null;
	private steps: Step[] = [];

	constructor(record: Table) {
		this.live = new LiveTable(record.id);
		this.live.record = nobodys(record);
		// Whoever played is not called away from what is over.
		this.live.presence = { seats: (record.seats ?? []).map((_, seat) => seat), watchers: 0 };
	}

	/** What one remembers of the game, in order. */
	protected abstract momentsOf(replay: Replay): M[];

	/** A moment in words. */
	abstract tell(moment: M): string;

	/** Whether the table is still showing the move that led here. */
	get busy(): boolean {
		return false;
	}

	/** Called with every position that is shown, and of the move that led to it where it follows on what was shown. */
	protected take(_update: Update, _led: Step | undefined): void {}

	made = $derived.by(() => this.replay?.made ?? 0);
	turns = $derived.by(() => (this.replay ? turnsOf(this.presenter, this.replay) : []));
	moments = $derived.by(() => (this.replay ? this.momentsOf(this.replay) : []));
	turn = $derived.by(() => turnAt(this.turns, this.at));
	/** The board shows the place that is wanted. */
	settled = $derived.by(() => this.live.update?.made === this.at);
	/** The seat from whose perspective one looks, if it is one. */
	seat = $derived.by(() => (/^\d$/.test(this.perspective) ? Number(this.perspective) : null));

	/** Opens the game at a place; without one, where it is. What was asked already is not asked again. */
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
			// The table stays as it is until there is another one: who stands there with the focus keeps it.
			const first = await positions.want(place);
			this.perspective = perspective;
			this.trial = null;
			this.replay = replay;
			this.steps = stepsOf(replay);
			this.positions = positions;
			this.live.whole = true;
			// Another perspective starts afresh: no move leads from what was shown before.
			this.live.update = null;
			if (this.at !== was) return this.go(this.at);
			this.at = place;
			if (first) this.show(first);
		} catch (thrown) {
			this.refusal = refusalOf(thrown);
		}
	}

	/** Goes to a place. */
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

	/** Plays on from here, or stops; from the end, it begins anew. */
	toggle(): void {
		if (this.trial) {
			this.trial.toggle();
			return;
		}
		this.playing = !this.playing;
		if (this.playing && this.at >= this.made) void this.go(0);
	}

	/** Shows a position of what is tried, and the moves that led there. */
	showTrial(update: Update, plays: readonly ReplayMove[], led: boolean): void {
		const steps = plays.map((play, i) => stepOf(play, this.at + i + 1));
		this.live.update = update;
		this.live.steps = [...this.steps.slice(0, this.at + 1), ...steps];
		this.take(update, led ? steps.at(-1) : undefined);
	}

	/** Shows a position. */
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

/** The record as somebody without a seat has it: looking through a game, nobody is asked anything. */
function nobodys(record: Table): Table {
	return { ...record, you: { ...record.you, seats: [] } };
}

/** The moves as entries of a log. */
function stepsOf(replay: Replay): Step[] {
	const moves = replay.moves ?? [];
	return [
		{ n: 0, at: moves[0]?.at ?? 0, kind: 'open', plays: [{ facts: replay.from }] },
		...moves.map((move, i) => stepOf(move, i + 1)),
	];
}

/** A move as an entry of a log. */
function stepOf(move: ReplayMove, n: number): Step {
	return { n, at: move.at, kind: 'play', by: [move.seat], plays: [move] };
}
