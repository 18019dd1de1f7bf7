// A plan that was not played, shown on the board move by move. Its positions come from the
// server, as those of the game do; nothing is changed.

import { ask } from '../../api/ask.ts';
import { api } from '../../api/client.ts';
import type { Refusal } from '../../api/refusal.ts';
import { refusalOf } from '../../api/refusal.ts';
import type { ReplayMove, TrialStep, Update } from '../../gen/api.ts';
import type { Moment } from '../course.ts';
import type { Planned, PlayerTrial, ReplayPlayer } from '../player.svelte.ts';

/** A place before or after a move of the plan. */
interface Stop {
	update: Update;
	play?: ReplayMove;
}

export class Trial<M extends Moment> implements PlayerTrial {
	/** How many of the moves are shown, and how many there are. */
	at = $state(0);
	stops = $state.raw<Stop[]>([]);
	playing = $state(false);
	refusal = $state.raw<Refusal | null>(null);
	readonly from: number;
	readonly moves: readonly string[];
	private readonly player: ReplayPlayer<M>;

	constructor(player: ReplayPlayer<M>, from: number, moves: readonly string[]) {
		this.player = player;
		this.from = from;
		this.moves = moves;
	}

	of = $derived.by(() => Math.max(0, this.stops.length - 1));

	/** The moves that are still to come, numbered from 1. */
	ahead: Planned[] = $derived.by(() =>
		this.stops.slice(1).flatMap(({ play }, i) => (play && i >= this.at ? [{ ...play, n: i + 1 }] : [])),
	);

	/** Goes where the plan begins, and plays it. */
	async begin(): Promise<void> {
		this.player.playing = false;
		this.refusal = null;
		await this.player.go(this.from);
		const { live, perspective } = this.player;
		if (this.player.at !== this.from || !live.update || this.player.refusal) return;
		const start: Stop = { update: live.update };
		this.player.trial = this;
		try {
			const { steps } = await ask(
				api.post('/api/tables/{id}/replay/{at}/try', {
					path: { id: live.id, at: this.from },
					query: { as: perspective },
					body: { moves: [...this.moves] },
				}),
			);
			if (this.player.trial !== this) return;
			this.stops = [start, ...(steps ?? []).map(({ play, update }: TrialStep) => ({ play, update }))];
			this.playing = true;
		} catch (thrown) {
			this.refusal = refusalOf(thrown);
		}
	}

	/** Shows a move more, or one less, by hand: it no longer plays by itself. */
	step(by: number): void {
		this.playing = false;
		this.show(this.at + by);
	}

	/** Plays the next move by itself. */
	advance(): void {
		this.show(this.at + 1);
		if (this.at === this.of) this.playing = false;
	}

	private show(place: number): void {
		const to = Math.min(Math.max(0, place), this.of);
		const stop = this.stops[to];
		if (to === this.at || !stop) return;
		const led = to === this.at + 1;
		this.at = to;
		const played = this.stops.slice(1, to + 1).flatMap(({ play }) => play ?? []);
		this.player.showTrial(stop.update, played, led);
	}

	/** Plays on, or stops; from the end, it begins anew. */
	toggle(): void {
		this.playing = !this.playing;
		if (this.playing && this.at === this.of) this.show(0);
	}

	/** Goes back to the game. */
	leave(): void {
		void this.player.go(this.from);
	}
}
