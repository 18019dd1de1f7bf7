// Decides whether the tracks are shown as small chips, which saves space. A game with more diseases than
// usual needs chips even in wider windows.

import { MediaQuery } from 'svelte/reactivity';
import type { Game } from '../model/game.ts';

const tight = new MediaQuery('(max-width: 87.5rem)');
const crowded = new MediaQuery('(max-width: 112rem)');

/** With at most this many diseases, all tracks fit without chips. */
const usual = 4;

export function chips({ deferred, box }: Pick<Game, 'deferred' | 'box'>): boolean {
	return deferred !== undefined && (tight.current || (box.diseases.length > usual && crowded.current));
}
