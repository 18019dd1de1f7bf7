// Caches what a game needs offline besides the client: its WebAssembly file and its rulebook. Each build of
// the client has its own cache; a new build caches its own files for the same games (sw.ts).

import addresses from 'offline:games';
import { buildOf } from '../app/build.ts';
import { languages } from '../i18n/words.svelte.ts';

/** The games that can be played on this device. */
export const playable: readonly string[] = Object.keys(addresses);

/** Returns the URL of a game's WebAssembly file. */
export const fileOf = (game: string): string => addresses[game] ?? '';

/** Returns the URLs that are cached for a game. */
const needs = (game: string): string[] => [
	fileOf(game),
	...languages.map(({ lang }) => `/api/games/${game}/rules?lang=${lang}`),
];

/** Reports whether this browser can cache games. Browsers offer caches only with TLS or on localhost. */
export const keeps = (): boolean => 'caches' in globalThis && 'serviceWorker' in navigator;

function cache(): Promise<Cache> {
	return caches.open(`theriac ${buildOf(document)}`);
}

/** Returns the games that can begin without a connection. */
export async function kept(): Promise<string[]> {
	if (!keeps()) return [];
	const here = await Promise.all(playable.map((game) => caches.match(fileOf(game))));
	return playable.filter((_, i) => here[i]);
}

/** Caches a game, unless it is cached already. It reports whether the game is cached afterwards. */
export async function keep(game: string): Promise<boolean> {
	if (!keeps()) return false;
	try {
		const missing = [];
		for (const path of needs(game)) if (!(await caches.match(path))) missing.push(path);
		if (missing.length > 0) await (await cache()).addAll(missing);
		return true;
	} catch {
		return false;
	}
}
