// The games that this client can show. The code of each comes when a table of it is opened.

import type { Component } from 'svelte';
import type { LiveTable } from '../table/live.svelte.ts';
import type { Game } from './epidemic/game.ts';

/** What the entry of a game brings. */
export interface Entry {
	/** The table that it is played at. */
	Table: Component<{ live: LiveTable }>;
	/** What is its own. */
	game: Game;
	/** The same at a table with some settings: what nobody plays with there is not fetched. */
	gameOf: (settings: Record<string, string>) => Game | Promise<Game>;
}

/** By the name that the server has for it. */
export const games: Record<string, (() => Promise<Entry>) | undefined> = {
	world: () => import('./world/entry.ts'),
	iberia: () => import('./iberia/entry.ts'),
};
