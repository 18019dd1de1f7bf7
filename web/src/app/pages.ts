// Fetches the page of an address.

import type { Component, Snippet } from 'svelte';
import { defaultGame, games } from '../games/games.ts';
import { keyOf, type Route, routes } from '../routes.ts';
import { lastGame } from '../table/last-game.ts';

/** A page that can be shown, with what the address says about it. */
export interface Page {
	route: Route;
	key: string;
	// biome-ignore lint/suspicious/noExplicitAny: each page has its own props, which its addresses match
	component: Component<any>;
	/** The frame around it; none for what fills the window, such as a table. */
	frame: Component<{ children: Snippet }> | null;
}

const shell = () => import('./Shell.svelte');

export async function pageOf(route: Route): Promise<Page> {
	const { load, bare } = routes[route.page];
	const [component, frame] = await Promise.all([load(), bare ? null : shell()]);
	return { route, key: keyOf(route), component, frame: frame?.default ?? null };
}

/** Has the table at hand before one sits down: its page, and the game on it. */
export function prefetchTable(game = defaultGame): void {
	void Promise.all([routes.table.load(), games[game]?.entry()]).catch(() => null); // whoever opens it will be told
}

/** Has the page of an address on its way, and at a table the game of the last time. */
export function ahead(route: Route): void {
	if (route.page === 'table') prefetchTable(lastGame());
	else pageOf(route).catch(() => null);
}
