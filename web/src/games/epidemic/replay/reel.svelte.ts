// A game that is over, wound to one of its places and looked at through somebody's
// eyes. It is a table that nobody sits at: the parts of the table draw it, and
// nothing can be played.

import { ask } from '../../../api/ask.ts';
import { type Refusal, refusalOf } from '../../../api/refusal.ts';
import {
	type Replay,
	type ReplayAtData,
	replay as readReplay,
	replayAt,
	type Step,
	type Table,
	type Update,
} from '../../../gen/api';
import { calm, settings } from '../../../settings.svelte.ts';
import { LiveTable } from '../../../table/live.svelte.ts';
import { name, t } from '../../../words/words.svelte.ts';
import { beatsOfSteps } from '../board/beats.ts';
import { Playback } from '../board/playback.svelte.ts';
import { Desk } from '../desk.svelte.ts';
import type { Game } from '../game.ts';
import { positionOf } from '../position.ts';
import { momentsOf, turnAt, turnFrom, turnsOf } from './moments.ts';
import { Positions } from './positions.ts';

/** Through whose eyes: those of all seats together, of one, or a spectator's. */
export type Eyes = NonNullable<NonNullable<ReplayAtData['query']>['as']>;

export const speeds = [0.5, 1, 2, 4] as const;

/** Reads the eyes that an address names; who asks for none of them sees everything. */
export function eyesOf(as: string | undefined): Eyes {
	return as === 'none' || (as !== undefined && /^[0-5]$/.test(as)) ? (as as Eyes) : 'all';
}

/** A desk that nobody plays at. Who held several seats is told apart by role. */
class ReplayDesk extends Desk {
	override seatName = (seat: number): string => {
		const seats = this.live.record?.seats ?? [];
		const holder = seats[seat]?.holder;
		const several = seats.filter((s) => s.holder && s.holder.id === holder?.id).length > 1;
		const role = this.position?.seats[seat]?.role;
		if (several && role) return name('role', role);
		if (this.ofNobody(seat)) return t('web.team.centre');
		return holder?.name || t('web.seat', { n: seat + 1 });
	};
}

export class Reel {
	readonly live: LiveTable;
	readonly desk: ReplayDesk;
	readonly playback: Playback;
	replay = $state.raw<Replay | null>(null);
	/** The place that is wanted: after so many moves. The board follows as soon as it is read. */
	at = $state(0);
	eyes = $state<Eyes>('all');
	playing = $state(false);
	speed = $state<number>(1);
	/** Why nothing can be shown, or why the next place cannot. */
	refusal = $state.raw<Refusal | null>(null);

	private positions: Positions<Update> | null = null;
	private steps: Step[] = [];

	constructor(record: Table, game: Game) {
		this.live = new LiveTable(record.id);
		this.live.record = nobodys(record);
		this.desk = new ReplayDesk(this.live, game);
		this.playback = new Playback(game, {
			mode: () => (settings.playback === 'none' ? 'none' : 'play'),
			still: () => calm() || document.visibilityState === 'hidden',
			cut: beatsOfSteps,
			clock: (ms, ring) => {
				const timer = setTimeout(ring, ms / this.speed);
				return () => clearTimeout(timer);
			},
		});
	}

	made = $derived.by(() => this.replay?.made ?? 0);
	turns = $derived.by(() => (this.replay ? turnsOf(this.desk.box, this.replay) : []));
	moments = $derived.by(() => (this.replay ? momentsOf(this.desk.box, this.replay) : []));
	turn = $derived.by(() => turnAt(this.turns, this.at));
	/** The board shows the place that is wanted. */
	settled = $derived.by(() => this.live.update?.made === this.at);
	/** The seat through whose eyes one looks, if it is one. */
	seat = $derived.by(() => (/^\d$/.test(this.eyes) ? Number(this.eyes) : null));

	/** Opens the game at a place; without one, where it is. What was asked already is not asked again. */
	async open(eyes: Eyes, at?: number, asked?: Promise<Replay>): Promise<void> {
		this.refusal = null;
		const path = { id: this.live.id };
		try {
			const replay = await (asked ?? readAs(this.live.id, eyes));
			this.eyes = eyes;
			this.replay = replay;
			this.steps = stepsOf(replay);
			this.live.whole = true;
			this.positions = new Positions((at) => ask(replayAt({ path: { ...path, at }, query: { as: eyes } })));
		} catch (thrown) {
			this.refusal = refusalOf(thrown);
			return;
		}
		this.live.update = null;
		await this.go(at ?? this.at);
	}

	/** Goes to a place. */
	async go(to: number): Promise<void> {
		const at = Math.min(Math.max(0, to), this.made);
		this.at = at;
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
		void this.go(this.at + by);
	}

	turnStep(by: 1 | -1): void {
		void this.go(turnFrom(this.turns, this.at, by, this.made));
	}

	/** Plays on from here, or stops; from the end, it begins anew. */
	toggle(): void {
		this.playing = !this.playing;
		if (this.playing && this.at >= this.made) void this.go(0);
	}

	/** Shows a position, and plays the move that led to it where it follows on what is shown. */
	private show(update: Update): void {
		const before = this.live.update?.made;
		const at = update.made;
		this.live.update = update;
		this.live.steps = this.steps.slice(0, at + 1);
		const last = this.steps[at];
		this.playback.skip();
		this.playback.take(positionOf(this.desk.box, update.view), before === at - 1 && last ? [last] : []);
		const near = [1, 2, -1, 3].map((by) => at + by);
		this.positions?.prepare(near.filter((n) => n >= 0 && n <= this.made));
	}
}

/** Reads a game as some eyes saw it. */
export function readAs(id: string, eyes: Eyes): Promise<Replay> {
	return ask(readReplay({ path: { id }, query: { as: eyes } }));
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
		...moves.map(
			(move, i): Step => ({ n: i + 1, at: move.at, kind: 'play', by: [move.seat], plays: [move] }),
		),
	];
}
