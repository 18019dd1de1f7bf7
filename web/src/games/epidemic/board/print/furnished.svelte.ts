// Where the tracks of a game stand: printed in the empty seas of the board, in a band of sea
// under it where those would be too small to be read, or in a row over it.

import { innerWidth } from 'svelte/reactivity/window';
import { shape } from '../../../../table/shape.svelte.ts';
import type { Game } from '../../model/game.ts';

/** Below this the print would be too small to be read. */
const least = 1000;

/** Whether the tracks stand in a band under the map. */
export const banded = (): boolean => shape() === 'tablet' && (innerWidth.current ?? 0) < least;

/** Whether the board shows the tracks: one that has room for all of them, on a screen that has. */
export function furnished({ map: { printed }, deferred }: Pick<Game, 'map' | 'deferred'>): boolean {
	const wide = shape() === 'desktop' || shape() === 'tablet';
	return wide && 'rate' in printed && (!deferred || 'more' in printed);
}
