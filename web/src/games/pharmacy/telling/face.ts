// The pharmacy game's words, for the rooms that serve every game.

import type { GamePresenter } from '../../face.ts';
import { facts, game, moves } from '../box.ts';
import { deferred } from '../lazy.ts';
import type { PlayerSession } from '../session.svelte.ts';

/** The telling comes with the rest of the table; who has it already brings it along. */
export function faceOf(
	{ seatName }: Pick<PlayerSession, 'seatName'>,
	telling: GamePresenter['telling'] = () => deferred.parts?.telling,
): GamePresenter {
	return { game, facts, moves, isPlace: () => false, seatName, telling };
}
