// Adds the pictures that other programs show next to an address of a game (src/games/<game>/poster/card.webp), and a
// list of them for the server.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

export function cards(): Plugin {
	return {
		name: 'cards',
		apply: 'build',
		generateBundle() {
			const games = new URL('src/games/', import.meta.url);
			const files: Record<string, string> = {};
			for (const game of readdirSync(games)) {
				const picture = new URL(`${game}/poster/card.webp`, games);
				if (!existsSync(picture)) continue;
				const name = `card-${game}.webp`;
				files[game] = this.getFileName(this.emitFile({ type: 'asset', name, source: readFileSync(picture) }));
			}
			this.emitFile({ type: 'asset', fileName: 'cards.json', source: JSON.stringify(files) });
		},
	};
}
