// A map game's words, for the rooms that serve every game.

import type { Face } from '../face.ts';
import type { Desk } from './desk.svelte.ts';

export function faceOf({ box, seatName }: Desk): Face {
	const { game, facts, moves, isCity } = box;
	return { game, facts, moves, isPlace: isCity, seatName };
}
