// A map game's words, for the rooms that serve every game.

import type { Face } from '../face.ts';
import type { Desk } from './desk.svelte.ts';
import { rest } from './later.ts';

/** The telling comes with the rest of the table; who has it already brings it along. */
export function faceOf(desk: Desk, telling: Face['telling'] = () => rest.parts?.telling): Face {
	const { game, facts, moves, isCity } = desk.box;
	return { game, facts, moves, isPlace: isCity, seatName: desk.seatName, ways: desk.game.ways, telling };
}
