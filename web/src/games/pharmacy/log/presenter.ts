// The pharmacy game's words, for the parts that serve every game.

import type { GamePresenter } from '../../presenter.ts';
import { facts, game, moves } from '../box.ts';
import { deferred } from '../lazy.ts';
import type { PlayerSession } from '../session.svelte.ts';

/** The formatter comes with the deferred code; a caller that has it already passes it. */
export function presenterOf(
	{ seatName, live }: Pick<PlayerSession, 'seatName'> & Partial<Pick<PlayerSession, 'live'>>,
	formatter: GamePresenter['formatter'] = () => deferred.parts?.formatter,
): GamePresenter {
	const isBot = (seat: number) => live?.record?.seats?.[seat]?.bot !== undefined;
	return { game, facts, moves, isPlace: () => false, isBot, seatName, formatter };
}
