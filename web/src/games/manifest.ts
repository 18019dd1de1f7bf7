// What a game says of itself before one of its tables is open. Every page loads the manifests of all games, so they are
// light. What only the first page shows of a game is in its poster/poster.ts (a Poster).

import type { Component } from 'svelte';
import type { Table } from '../gen/api.ts';
import type { ReplayBundle } from '../replay/bundle.ts';
import type { KeyList } from '../table/keys.ts';
import type { LiveTable } from '../table/live.svelte.ts';

export interface Manifest {
	/** Loads the game: its table, its keys, its replay. */
	entry: () => Promise<Entry>;
	/** The address of its small picture: an svg that draws it as `#game`. */
	picture: string;
	/** The roles that are easy to play in a first game, the easiest first. */
	easyRoles?: readonly string[];
	/** The pace that suits it, where it is not that of most games. */
	pace?: Pace;
}

export interface Entry {
	/** The table that it is played at. */
	Table: Component<{ live: LiveTable }>;
	/** Its keys. */
	keys: KeyList;
	/** Loads the replay of a finished game. */
	replay: (record: Table) => Promise<ReplayBundle>;
}

export interface Poster {
	/** The picture behind the first words. Decorative: nothing waits for it. */
	Backdrop: Component;
	/** One of three small drawings of how it is played, `n` from 1. Decorative: the words beside it say the same. */
	Step: Component<{ n: number }>;
	/** The addresses of three faces, for whom one plays with at once. */
	faces: string[];
	/** Some who came together, small. Decorative. */
	Company: Component;
	/** The address of a drawing for a table of one's own. */
	own: string;
}

/**
 * A way to begin a table: a few options, and everything else as the rules have it. A game lists its own in
 * beginnings.ts; the first three stand large on the page for new tables. The texts are `web.new.preset.<id>`.
 */
export interface Beginning {
	id: string;
	values: Record<string, string>;
	/** The address of a drawing. */
	picture?: string;
}

/**
 * The addresses of the portraits of roles, by role: of the table with these settings, or of every box. A game that has
 * some brings portraits.ts, for the lobby and for what one has played.
 */
export type Portraits = (
	settings?: Record<string, string>,
) => Promise<Record<string, string | undefined> | undefined>;

/** How fast a table plays. */
export interface Pace {
	kind: 'live' | 'slow';
	/** Seconds, by kind. */
	live: string;
	slow: string;
}
