// Whether the tracks stand in chips: a game that has more of them than others needs the room.

import { MediaQuery } from 'svelte/reactivity';
import type { Game } from '../model/game.ts';

const tight = new MediaQuery('(max-width: 87.5rem)');
const crowded = new MediaQuery('(max-width: 112rem)');

/** So many diseases leave room for the other tracks. */
const usual = 4;

export function chips({ deferred, box }: Pick<Game, 'deferred' | 'box'>): boolean {
	return deferred !== undefined && (tight.current || (box.diseases.length > usual && crowded.current));
}
