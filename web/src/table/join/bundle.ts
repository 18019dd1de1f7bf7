// What a game's module provides for the sheet of a bot's seat: the component, and the game that it shows.

import type { Component } from 'svelte';
import type { LiveTable } from '../live.svelte.ts';
import type { Keeping } from './keeping.svelte.ts';

interface SheetProps<G> {
	game: G;
	live: LiveTable;
	/** The seat that is kept for the person. */
	keep: Keeping;
	/** Called after the sheet has closed. */
	onclose: () => void;
}

export interface JoinBundle {
	game: unknown;
	Sheet: Component<SheetProps<unknown>>;
}

/** Combines a game with the sheet that shows it. Their types are matched here. */
export function bundle<G>(game: G, Sheet: Component<SheetProps<G>>): JoinBundle {
	return { game, Sheet: Sheet as unknown as JoinBundle['Sheet'] };
}
