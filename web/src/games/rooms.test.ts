// Each game is fetched alone: what map games share knows none of them, no game knows another, and the rooms that
// serve every game know none at all: the lists in this folder say where games are, and what each brings. Tests may
// name one: they need it to look at.

import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const source = new URL('..', import.meta.url);
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
	(file) => /\.(ts|svelte)$/.test(file) && !/\.test\.ts$|^gen\//.test(file),
);
const games = files.flatMap((file) => /^games\/(\w+)\/entry\.ts$/.exec(file)?.[1] ?? []);
/** The folders of games, with what some games share. */
const folders = [...new Set(files.flatMap((file) => /^games\/(\w+)\//.exec(file)?.[1] ?? []))];

/** The paths that a file names in its imports; what it only needs as a type is not fetched. */
function importsOf(file: string, types = false): string[] {
	const named = readFileSync(new URL(file, source), 'utf8').matchAll(
		/(?:^import (type )?[^;]*?from|^export (type )?[^;]*?from|^import|import\() ?'([^']+)'/gm,
	);
	return [...named]
		.filter(([, type, passed]) => types || !(type ?? passed))
		.map((m) => new URL(m[3] ?? '', new URL(file, source)).pathname);
}

/** Which of some games a file names, by their folder or by what is generated of them. */
function gamesIn(file: string, of: string[], types = false): string[] {
	const paths = importsOf(file, types);
	return of.filter((game) =>
		paths.some((path) => path.includes(`/games/${game}/`) || path.includes(`/gen/${game}`)),
	);
}

it('finds the games', () => {
	expect(games).toContain('world');
	expect(folders).toContain('epidemic');
	expect(gamesIn('games/world/game.ts', games)).toEqual(['world']);
	expect(gamesIn('games/games.ts', games).sort()).toEqual([...games].sort());
	expect(gamesIn('games/posters.ts', games).sort()).toEqual([...games].sort());
});

it.each(files.filter((file) => /^games\/\w+\//.test(file)))('%s knows no other game', (file) => {
	const own = file.split('/')[1] ?? '';
	expect(gamesIn(file, games).filter((game) => game !== own)).toEqual([]);
});

it.each(files.filter((file) => !file.startsWith('games/')))('%s knows no game', (file) => {
	expect(gamesIn(file, folders, true)).toEqual([]);
});
