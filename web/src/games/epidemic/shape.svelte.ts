// The four shapes of the table: a desk (everything in sight), a tablet (the log in
// a drawer), a phone held upright (trays under the thumb), and anything low and
// wide, such as a phone on its side (the map, and trays that fold).

import { MediaQuery } from 'svelte/reactivity';
import type { Game } from './game.ts';

export type Shape = 'desk' | 'tablet' | 'phone' | 'low';

const low = new MediaQuery('(max-height: 34rem) and (min-width: 36rem)');
const narrow = new MediaQuery('(max-width: 40rem)');
const wide = new MediaQuery('(min-width: 64rem)');
const tight = new MediaQuery('(max-width: 87.5rem)');
const crowded = new MediaQuery('(max-width: 112rem)');

export function shape(): Shape {
	if (low.current) return 'low';
	if (narrow.current) return 'phone';
	return wide.current ? 'desk' : 'tablet';
}

/** So many diseases leave room for the other tracks. */
const usual = 4;

/** Whether the tracks of a game that has more of them than others stand in chips. */
export function chips({ rest, box }: Pick<Game, 'rest' | 'box'>): boolean {
	return rest !== undefined && (tight.current || (box.diseases.length > usual && crowded.current));
}
