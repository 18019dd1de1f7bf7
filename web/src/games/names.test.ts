// Checks that each game loads separately. The shared code of the map games names no game, and no game names
// another. Outside the games' folders, only games.ts names games. Tests may name a game as an example.
// Generated files have the name of their game.

import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const source = new URL('..', import.meta.url);
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
	(file) => /\.(ts|svelte)$/.test(file) && !/\.test\.ts$|^gen\//.test(file),
);
const games = files.flatMap((file) => /^games\/(\w+)\/entry\.ts$/.exec(file)?.[1] ?? []);
/** The folders of the games, and of code that some games share. */
const folders = [...new Set(files.flatMap((file) => /^games\/(\w+)\//.exec(file)?.[1] ?? []))];

/**
 * Returns the paths that a file imports. Type-only imports do not count by default, because they load
 * nothing.
 */
function importsOf(file: string, types = false): string[] {
	const named = readFileSync(new URL(file, source), 'utf8').matchAll(
		/(?:^import (type )?[^;]*?from|^export (type )?[^;]*?from|^import|import\() ?'([^']+)'/gm,
	);
	return [...named]
		.filter(([, type, passed]) => types || !(type ?? passed))
		.map((m) => new URL(m[3] ?? '', new URL(file, source)).pathname);
}

/** Returns which of the given games a file imports, from their folders or their generated files. */
function gamesIn(file: string, of: string[], types = false): string[] {
	const paths = importsOf(file, types);
	return of.filter((game) =>
		paths.some((path) => path.includes(`/games/${game}/`) || path.includes(`/gen/${game}`)),
	);
}

/** The file that names the games. */
const list = 'games/games.ts';

/** Returns the games that a text names, between quotes or in a path; comments do not count. */
function namesIn(file: string, text: string): string[] {
	const code = text.replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g, '').replace(/(?<=^|\s)\/\/.*$/gm, '');
	return games.filter((game) => new RegExp(`["'\`/](${game})(?=["'\`/.-])`).test(code) && file !== list);
}

it('finds the games', () => {
	expect(games).toContain('world');
	expect(folders).toContain('epidemic');
	expect(gamesIn('games/world/game.ts', games)).toEqual(['world']);
	expect(gamesIn(list, games).sort()).toEqual([...games].sort());
	expect(namesIn('words.ts', "const first = 'world';")).toEqual(['world']);
	expect(namesIn('words.css', '[data-game="world"] {}')).toEqual(['world']);
	expect(namesIn('words.svg', '<g id="world">')).toEqual(['world']);
	expect(namesIn('words.ts', "import { game } from './world/game.ts'; // of the world")).toEqual(['world']);
	expect(namesIn('words.ts', '// a line round the back of the world')).toEqual([]);
});

it.each(files.filter((file) => /^games\/\w+\//.test(file)))('%s knows no other game', (file) => {
	const own = file.split('/')[1] ?? '';
	expect(gamesIn(file, games).filter((game) => game !== own)).toEqual([]);
});

it.each(files.filter((file) => !file.startsWith('games/')))('%s knows no game', (file) => {
	expect(gamesIn(file, folders, true)).toEqual([]);
});

/** The files that must not name a game: all except the games' own, the generated ones, and games.ts. */
const neutral = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
	(file) =>
		/\.(ts|svelte|css|svg)$/.test(file) &&
		!/\.test\.ts$|^gen\//.test(file) &&
		!games.some((game) => file.startsWith(`games/${game}/`)) &&
		file !== list,
);

it.each(neutral)('%s names no game', (file) => {
	expect(namesIn(file, readFileSync(new URL(file, source), 'utf8'))).toEqual([]);
});
