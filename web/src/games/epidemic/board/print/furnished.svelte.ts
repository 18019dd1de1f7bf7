// Where the tracks of a game stand: printed in the empty seas of the board, or in a row over it.

import { innerWidth } from 'svelte/reactivity/window';
import { shape } from '../../../../table/shape.svelte.ts';
import type { Game } from '../../game.ts';

/** Below this the print would be too small to be read. */
const least = 1000;

/** Whether the board shows the tracks: one that has room for them, on a screen that has. What expansions add has no place there. */
export function furnished({ map, deferred }: Pick<Game, 'map' | 'deferred'>): boolean {
	const wide = shape() === 'desktop' || (shape() === 'tablet' && (innerWidth.current ?? 0) >= least);
	return wide && map.printed.length > 0 && !deferred;
}
