// The games that this client can show. The code of each comes when a table of it is opened.

import type { Component } from 'svelte';
import type { Table } from '../gen/api';
import type { Film } from '../replay/film.ts';
import type { KeyList } from '../table/keys.ts';
import type { LiveTable } from '../table/live.svelte.ts';

/** What the entry of a game brings. */
export interface Entry {
	/** The table that it is played at. */
	Table: Component<{ live: LiveTable }>;
	/** Its keys. */
	keys: KeyList;
	/** A game of it that is over, ready to be shown: its code comes when somebody looks at one. */
	replay: (record: Table) => Promise<Film>;
}

/** By the name that the server has for it. */
export const games: Record<string, (() => Promise<Entry>) | undefined> = {
	world: () => import('./world/entry.ts'),
	iberia: () => import('./iberia/entry.ts'),
	pharmacy: () => import('./pharmacy/entry.ts'),
};
