// The small pictures of the games' boards, each from the game's own folder.

import { MediaQuery } from 'svelte/reactivity';
import { settings } from '../../settings.svelte.ts';

const found = import.meta.glob<{ light: string; dark: string }>('../../games/*/poster/boards.ts', {
	eager: true,
	import: 'default',
});

const day = new MediaQuery('prefers-color-scheme: light');

/** Returns the URL of a board's picture in the theme of the page; undefined for a game without a board. */
export function boardOf(game: string): string | undefined {
	const lit = settings.theme === 'auto' ? day.current : settings.theme === 'light';
	return found[`../../games/${game}/poster/boards.ts`]?.[lit ? 'light' : 'dark'];
}
