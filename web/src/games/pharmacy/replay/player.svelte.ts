// Replays a finished pharmacy game: a session without a player, seen from the chosen seat.

import type { Replay, Table } from '../../../gen/api.ts';
import { name, t } from '../../../i18n/words.svelte.ts';
import { ReplayPlayer } from '../../../replay/player.svelte.ts';
import type { Result } from '../../../share/result.ts';
import type { LiveTable } from '../../../table/live.svelte.ts';
import type { GamePresenter } from '../../presenter.ts';
import { formatter } from '../log/formatter.ts';
import { presenterOf } from '../log/presenter.ts';
import { signed } from '../points/sheet.ts';
import { PlayerSession } from '../session.svelte.ts';
import { type Highlight, highlightsOf, roundsOf } from './highlights.ts';

class ReplaySession extends PlayerSession {
	private readonly perspective: () => number | null;

	constructor(live: LiveTable, perspective: () => number | null) {
		super(live);
		this.perspective = perspective;
	}

	override seat: number | null = $derived.by(() => this.perspective());
}

export class PharmacyReplayPlayer extends ReplayPlayer<Highlight> {
	readonly presenter: GamePresenter;
	readonly session: ReplaySession;

	constructor(record: Table) {
		super(record);
		this.session = new ReplaySession(this.live, () => this.seat);
		this.presenter = presenterOf(this.session, () => formatter);
	}

	private rounds = $derived.by(() => (this.replay ? roundsOf(this.replay) : []));
	/** The number of the round at this position, from 1. */
	round = $derived.by(() => this.rounds.filter((at) => at <= this.at).length);

	override get result(): Result {
		const points = this.live.record?.outcome?.points ?? [];
		return { level: '', figures: points.toSorted((a, b) => b - a).map(signed) };
	}

	protected override highlightsOf(replay: Replay): Highlight[] {
		return highlightsOf(replay);
	}

	override tell({ kind, seat = 0, card = '', n = 0 }: Highlight): string {
		const who = this.session.seatName(seat);
		if (kind === 'risk') return t('web.pharmacy.replay.risk', { seat: who, card: name('card', card) });
		if (kind === 'care') return t('web.pharmacy.replay.care', { seat: who });
		return kind === 'round' ? t('web.pharmacy.replay.round', { n }) : t('web.replay.moment.end');
	}
}
