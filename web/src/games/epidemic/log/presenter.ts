// Provides the texts of a map game to the parts of the client that all games share.

import type { GamePresenter } from '../../presenter.ts';
import { deferred } from '../deferred/lazy.ts';
import type { PlayerSession } from '../session.svelte.ts';

/**
 * Makes the presenter of a game. The formatter loads with the deferred code; a caller that already has the
 * formatter passes it.
 */
export function presenterOf(
	session: PlayerSession,
	formatter: GamePresenter['formatter'] = () => deferred.parts?.formatter,
): GamePresenter {
	const { game, facts, moves, isCity } = session.box;
	return {
		game,
		facts,
		moves,
		isPlace: isCity,
		seatName: session.seatName,
		isBot: (seat) => session.live.record?.seats?.[seat]?.bot !== undefined,
		ways: session.game.ways,
		formatter,
	};
}
