// A map game's words, for the parts that serve every game.

import type { GamePresenter } from '../../presenter.ts';
import { deferred } from '../lazy.ts';
import type { PlayerSession } from '../session.svelte.ts';

/** The formatter comes with the deferred code; a caller that has it already passes it. */
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
