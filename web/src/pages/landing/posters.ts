// Loads the games' posters for the landing page, each from the game's own folder.

import type { Poster } from '../../games/manifest.ts';

const found = import.meta.glob<Poster>('../../games/*/poster/poster.ts', {
	eager: true,
	import: 'default',
});

/** Returns the poster of a game; undefined for a game that this client does not know. */
export function posterOf(game: string): Poster | undefined {
	return found[`../../games/${game}/poster/poster.ts`];
}
