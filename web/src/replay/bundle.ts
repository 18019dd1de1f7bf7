// A game that is over, ready to be shown: the player, and what shows it.

import type { Component } from 'svelte';
import type { ReplayPlayer } from './player.svelte.ts';

interface ShownProps<R> {
	player: R;
	/** The address of the place that is shown. */
	address: () => string;
}

export interface ReplayBundle {
	player: ReplayPlayer;
	Shown: Component<ShownProps<ReplayPlayer>>;
}

/** Puts a player together with what shows it. The two fit: nobody else has to know which game they are of. */
export function bundle<R extends ReplayPlayer>(player: R, Shown: Component<ShownProps<R>>): ReplayBundle {
	return { player, Shown: Shown as unknown as ReplayBundle['Shown'] };
}
