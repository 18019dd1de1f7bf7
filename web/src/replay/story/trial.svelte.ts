// Shows on the board, move by move, a plan that was not played. The server computes the plan's positions, as
// it does those of the game. The game itself does not change.

import { ask } from '../../api/ask.ts';
import { api } from '../../api/client.ts';
import type { Refusal } from '../../api/refusal.ts';
import { refusalOf } from '../../api/refusal.ts';
import type { ReplayMove, TrialStep, Update } from '../../gen/api.ts';
import type { Highlight } from '../course.ts';
import type { Planned, PlayerTrial, ReplayPlayer } from '../player.svelte.ts';

/** A position of the plan: where it begins, or after one of its moves. */
interface Stop {
	update: Update;
	play?: ReplayMove;
}

export class Trial<M extends Highlight> implements PlayerTrial {
	/** How many of the plan's moves are shown now. */
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

	/** The moves that have not been shown yet, numbered from 1. */
	ahead: Planned[] = $derived.by(() =>
		this.stops.slice(1).flatMap(({ play }, i) => (play && i >= this.at ? [{ ...play, n: i + 1 }] : [])),
	);

	/** Goes to the position where the plan begins, and plays the plan. */
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

	/** Steps one move forward or back, which stops automatic play. */
	step(by: number): void {
		this.playing = false;
		this.show(this.at + by);
	}

	/** Shows the next move during automatic play. */
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

	/** Starts or stops automatic play. At the end of the plan, it starts from the beginning. */
	toggle(): void {
		this.playing = !this.playing;
		if (this.playing && this.at === this.of) this.show(0);
	}

	/** Ends the plan and returns to the game. */
	leave(): void {
		void this.player.go(this.from);
	}
}
