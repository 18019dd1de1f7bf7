// The pages, by the address. Each is fetched when it is first opened.

import type { Component, Snippet } from 'svelte';
import { defaultGame, games } from '../games/games.ts';
import type { Route } from '../router.svelte.ts';
import { lastGame } from '../table/last-game.ts';

/** A page that can be shown, with what the address says about it. */
export interface Page {
	route: Route;
	/** Two addresses with the same key are the same page, which changes in place. */
	key: string;
	// biome-ignore lint/suspicious/noExplicitAny: each page has its own props, which `props` below matches
	component: Component<any>;
	props: Record<string, unknown>;
	/** The frame around it; none for what fills the window, such as a table. */
	frame: Component<{ children: Snippet }> | null;
}

const small = () => import('../pages/small.ts');
const study = () => import('../study.ts');

const files = {
	landing: async () => (await import('../pages/Landing.svelte')).default,
	new: async () => (await small()).NewTable,
	table: async () => (await import('../table/TablePage.svelte')).default,
	link: async () => (await small()).LinkPage,
	tables: async () => (await small()).Tables,
	mine: async () => (await small()).Mine,
	replay: async () => (await import('../pages/Replay.svelte')).default,
	puzzles: async () => (await study()).Puzzles,
	learn: async () => (await study()).Learn,
	rules: async () => (await small()).Rules,
	settings: async () => (await small()).Settings,
	today: async () => (await study()).Today,
	duplicate: async () => (await study()).Duplicate,
	history: async () => (await study()).History,
	device: async () => (await import('../offline/Device.svelte')).default,
	lost: async () => (await small()).Lost,
} as const;

const shell = () => import('./Shell.svelte');

/** Fetches the page of an address. */
export async function pageOf(route: Route): Promise<Page> {
	const { page, ...props } = route;
	const bare = page === 'table' || page === 'replay';
	const [content, frame] = await Promise.all([files[page](), bare ? null : shell()]);
	return { route, key: keyOf(route), component: content, props, frame: frame?.default ?? null };
}

/** Has the table at hand before one sits down: its page, and the game on it. */
export function prefetchTable(game = defaultGame): void {
	void Promise.all([files.table(), games[game]?.entry()]).catch(() => null); // whoever opens it will be told
}

/** Has the page of an address on its way, and at a table the game of the last time. */
export function ahead(route: Route): void {
	if (route.page === 'table') prefetchTable(lastGame());
	else pageOf(route).catch(() => null);
}

function keyOf(route: Route): string {
	switch (route.page) {
		case 'table':
		case 'replay':
		case 'duplicate':
			return `${route.page} ${route.id}`;
		case 'history':
			return `history ${route.id ?? ''}`;
		case 'link':
			return `link ${route.secret}`;
		case 'rules':
			return `rules ${route.game}`;
		default:
			return route.page;
	}
}
