// Decides where a game's tracks are shown: printed in the board's empty seas if the window is wide enough
// to read them. Otherwise they are in a band of sea under the board, or in a row above it.

import { innerWidth } from 'svelte/reactivity/window';
import { shape } from '../../../../table/shape.svelte.ts';
import type { Game } from '../../model/game.ts';

/** The narrowest window, in px, in which the print on the board is large enough to read. */
const least = 1000;

/** Reports whether the tracks are in a band of sea under the map. */
export const banded = (): boolean => shape() === 'tablet' && (innerWidth.current ?? 0) < least;

/**
 * Reports whether the board shows the tracks: both the board and the screen must have space for all of them.
 */
export function furnished({ map: { printed }, deferred }: Pick<Game, 'map' | 'deferred'>): boolean {
	const wide = shape() === 'desktop' || shape() === 'tablet';
	return wide && 'rate' in printed && (!deferred || 'more' in printed);
}
