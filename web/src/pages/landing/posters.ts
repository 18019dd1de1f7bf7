// What the games show of themselves on the first page, each from its own folder.

import type { Poster } from '../../games/manifest.ts';

const found = import.meta.glob<Poster>('../../games/*/poster/poster.ts', {
	eager: true,
	import: 'default',
});

/** The poster of a game; none for a game that this client does not know. */
export function posterOf(game: string): Poster | undefined {
	return found[`../../games/${game}/poster/poster.ts`];
}
