// Each game is fetched alone: what map games share knows none of them, and no game
// knows another. Tests may: they need one to look at.

import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const here = new URL('.', import.meta.url);
const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
	(file) => /^\w+\/.*\.(ts|svelte)$/.test(file) && !file.endsWith('.test.ts'),
);
const games = files.filter((file) => /^\w+\/entry\.ts$/.test(file)).map((file) => file.split('/')[0] ?? '');

/** The folders of games that a file names in its imports, and the generated files of games. */
function gamesIn(file: string): string[] {
	const named = readFileSync(new URL(file, here), 'utf8').matchAll(
		/(?:^import (?!type)[^;]*?from|^export [^;]*?from|import\() ?'([^']+)'/gm,
	);
	const paths = [...named].map((m) => new URL(m[1] ?? '', new URL(file, here)).pathname);
	return games.filter((game) =>
		paths.some((path) => path.includes(`/games/${game}/`) || path.includes(`/gen/${game}`)),
	);
}

it('finds the games', () => {
	expect(games).toContain('world');
	expect(gamesIn('world/game.ts')).toEqual(['world']);
});

it.each(files)('%s knows no other game', (file) => {
	const own = file.split('/')[0] ?? '';
	expect(gamesIn(file).filter((game) => game !== own)).toEqual([]);
});
