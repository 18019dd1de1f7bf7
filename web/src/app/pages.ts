// Loads the page that belongs to an address.

import type { Component, Snippet } from 'svelte';
import { defaultGame, games } from '../games/games.ts';
import { keyOf, type Route, routes } from '../routes.ts';
import { lastGame } from '../table/last-game.ts';

/** A loaded page, with its props from the address. */
export interface Page {
	route: Route;
	key: string;
	// biome-ignore lint/suspicious/noExplicitAny: each page has its own props, which its addresses match
	component: Component<any>;
	/** The frame around the page; null for pages that fill the window, such as a table. */
	frame: Component<{ children: Snippet }> | null;
}

const shell = () => import('./Shell.svelte');

export async function pageOf(route: Route): Promise<Page> {
	const { load, bare } = routes[route.page];
	const [component, frame] = await Promise.all([load(), bare ? null : shell()]);
	return { route, key: keyOf(route), component, frame: frame?.default ?? null };
}

/** Loads the table page and a game's code in advance, before the player takes a seat. */
export function prefetchTable(game = defaultGame): void {
	void Promise.all([routes.table.load(), games[game]?.entry()]).catch(() => null); // the page itself reports errors when it is opened
}

/**
 * Loads the page of an address in advance. For a table it also loads the code of the game that was played
 * last.
 */
export function ahead(route: Route): void {
	if (route.page === 'table') prefetchTable(lastGame());
	else pageOf(route).catch(() => null);
}
