// What a game needs without a connection beyond the client itself, which the service worker keeps: its file and its
// rulebook. They are kept with the build that the page belongs to; a newer one brings its own (sw.ts).

import addresses from 'offline:games';
import { buildOf } from '../app/build.ts';
import { languages } from '../i18n/words.svelte.ts';

/** The games that can be played on this device. */
export const playable: readonly string[] = Object.keys(addresses);

/** Where the file of a game is. */
export const fileOf = (game: string): string => addresses[game] ?? '';

/** Everything that is kept for a game. */
const needs = (game: string): string[] => [
	fileOf(game),
	...languages.map(({ lang }) => `/api/games/${game}/rules?lang=${lang}`),
];

/** Browsers keep things only for servers with TLS and on the own machine. */
export const keeps = (): boolean => 'caches' in globalThis && 'serviceWorker' in navigator;

function cache(): Promise<Cache> {
	return caches.open(`theriac ${buildOf(document)}`);
}

/** The games that can begin without a connection. */
export async function kept(): Promise<string[]> {
	if (!keeps()) return [];
	const here = await Promise.all(playable.map((game) => caches.match(fileOf(game))));
	return playable.filter((_, i) => here[i]);
}

/** Keeps a game, unless it is kept already; says whether it is now. */
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
