// Provides the texts of the pharmacy game to the parts of the client that all games share.

import type { GamePresenter } from '../../presenter.ts';
import { facts, game, moves } from '../box.ts';
import { deferred } from '../lazy.ts';
import type { PlayerSession } from '../session.svelte.ts';

/**
 * Makes the presenter of the game. The formatter loads with the deferred code; a caller that already has
 * the formatter passes it.
 */
export function presenterOf(
	{ seatName, live }: Pick<PlayerSession, 'seatName'> & Partial<Pick<PlayerSession, 'live'>>,
	formatter: GamePresenter['formatter'] = () => deferred.parts?.formatter,
): GamePresenter {
	const isBot = (seat: number) => live?.record?.seats?.[seat]?.bot !== undefined;
	return { game, facts, moves, isPlace: () => false, isBot, seatName, formatter };
}
