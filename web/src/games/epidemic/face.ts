// A map game's words, for the rooms that serve every game.

import type { GamePresenter } from '../face.ts';
import type { PlayerSession } from './desk.svelte.ts';
import { rest } from './later.ts';

/** The telling comes with the rest of the table; who has it already brings it along. */
export function faceOf(
	desk: PlayerSession,
	telling: GamePresenter['telling'] = () => rest.parts?.telling,
): GamePresenter {
	const { game, facts, moves, isCity } = desk.box;
	return { game, facts, moves, isPlace: isCity, seatName: desk.seatName, ways: desk.game.ways, telling };
}
