// Replays a finished map game: a session without a player, and a board that animates the moves.

import type { Replay, Step, Table, Update } from '../../../gen/api.ts';
import { name, t, text } from '../../../i18n/words.svelte.ts';
import { ReplayPlayer } from '../../../replay/player.svelte.ts';
import { calm, settings } from '../../../settings.svelte.ts';
import type { Result } from '../../../share/result.ts';
import { playerName } from '../../../table/bots.ts';
import type { GamePresenter } from '../../presenter.ts';
import { beatsOfSteps } from '../board/beats.ts';
import { Playback } from '../board/playback.svelte.ts';
import { resultShown } from '../end/shown.ts';
import { formatter } from '../log/formatter.ts';
import { presenterOf } from '../log/presenter.ts';
import type { TableGame } from '../model/parts.ts';
import { positionOf } from '../model/position.ts';
import { PlayerSession } from '../session.svelte.ts';
import { type Highlight, highlightsOf } from './highlights.ts';

/** A session in which no one plays. A person with several seats is named by the roles of those seats. */
class ReplaySession extends PlayerSession {
	override seatName = (seat: number): string => {
		const seats = this.live.record?.seats ?? [];
		const holder = seats[seat]?.holder;
		const several = seats.filter((s) => s.holder && s.holder.id === holder?.id).length > 1;
		const role = this.position?.seats[seat]?.role;
		if (several && role) return name('role', role);
		if (this.ofNobody(seat)) return t('web.team.centre');
		return playerName(seats, seat, role ?? '');
	};
}

export class MapReplayPlayer extends ReplayPlayer<Highlight> {
	readonly game: TableGame;
	readonly presenter: GamePresenter;
	readonly session: ReplaySession;
	readonly playback: Playback;

	constructor(record: Table, game: TableGame) {
		super(record);
		this.game = game;
		this.session = new ReplaySession(this.live, game);
		this.presenter = { ...presenterOf(this.session, () => formatter), diseaseOf: game.box.diseaseOf };
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

	override get busy(): boolean {
		return this.playback.beat !== null;
	}

	protected override take(update: Update, led: Step | undefined): void {
		this.playback.skip();
		this.playback.take(positionOf(this.session.box, update.view), led ? [led] : []);
	}

	protected override highlightsOf(replay: Replay): Highlight[] {
		return highlightsOf(this.session.box, replay);
	}

	override get result(): Result {
		const count = (kind: Highlight['kind']) => this.highlights.filter((h) => h.kind === kind).length;
		return resultShown(this.session, this.turns.length, count('cure'), count('outbreak'));
	}

	override tell({ kind, n = 0, city, disease, event }: Highlight): string {
		return text(`web.replay.moment.${kind}`, {
			n,
			city: city ? name('city', city) : '',
			disease: disease ? name('disease', disease) : '',
			event: event ? name('event', event) : '',
		});
	}
}
