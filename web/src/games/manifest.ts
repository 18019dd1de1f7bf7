// What the client needs to know about a game before one of its tables is open. Every page loads the manifests
// of all games, so they are small. Whatever only the landing page shows is in the game's poster/poster.ts (a
// Poster).

import type { Component } from 'svelte';
import type { Glance, Table } from '../gen/api.ts';
import type { ReplayBundle } from '../replay/bundle.ts';
import type { JoinBundle } from '../table/join/bundle.ts';
import type { KeyList } from '../table/keys.ts';
import type { LiveTable } from '../table/live.svelte.ts';

export interface Manifest {
	/** Loads the game's code: its table, its shortcuts, its replay. */
	entry: () => Promise<GameModule>;
	/** The URL of the game's small picture: an SVG file with the symbol `#game`. */
	picture: string;
	/** The roles that suit a first game, easiest first. */
	easyRoles?: readonly string[];
	/** The default pace of the game's tables, if it differs from that of most games. */
	pace?: Pace;
}

export interface GameModule {
	/** The component that shows a table of the game. */
	Table: Component<{ live: LiveTable }>;
	/** The shortcuts at the game's tables. */
	keys: KeyList;
	/** Loads the code that replays a finished game. */
	replay: (record: Table) => Promise<ReplayBundle>;
	/** Loads the sheet of a bot's seat, for games in which people may take one while the game runs. */
	join?: (record: Table) => Promise<JoinBundle>;
}

/** What lists of running games show of one. A game exports it from glance.ts, for the hall. */
export interface GlanceKit {
	/** The state of the game, besides its turn: a small drawing with its text for screen readers. */
	Strip: Component<{ glance: Glance }>;
	/** The pieces over the small picture of the board (poster/boards.ts), which has their size. */
	Pieces?: Component<{ pieces: NonNullable<Glance['pieces']> }>;
}

export interface Poster {
	/**
	 * The picture next to the landing page's title. It is decorative, and nothing waits until it has loaded.
	 */
	Backdrop: Component;
	/**
	 * One of three small drawings that explain the game, `n` from 1. They are decorative, since the text next
	 * to them says the same.
	 */
	Step: Component<{ n: number }>;
	/** The URLs of three portraits, for the card about playing with bots. */
	faces: string[];
	/** The drawing of a small group of players. It is decorative. */
	Company: Component;
}

/**
 * A preset for a new table: a few options, the rest being the rules' defaults. A game lists its presets in
 * beginnings.ts. The first three have large cards on the page for new tables. Their texts are
 * `web.new.preset.<id>`.
 */
export interface Beginning {
	id: string;
	values: Record<string, string>;
	/** The URL of the preset's drawing. */
	picture?: string;
}

/**
 * Returns the URLs of portraits by role: of a table with the given settings, or of all the game's roles. A
 * game with portraits exports this function from portraits.ts, for the lobby and the history.
 */
export type Portraits = (
	settings?: Record<string, string>,
) => Promise<Record<string, string | undefined> | undefined>;

/** The time limits of a game's tables. */
export interface Pace {
	kind: 'live' | 'slow';
	/** The time limits in seconds, by kind of clock. */
	live: string;
	slow: string;
}
