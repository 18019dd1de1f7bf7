// What a game's module provides to replay a finished game: the replay player, and the component that renders
// it.

import type { Component } from 'svelte';
import type { ReplayPlayer } from './player.svelte.ts';

interface ShownProps<R> {
	player: R;
	/** Returns the address of the position on show. */
	address: () => string;
}

export interface ReplayBundle {
	player: ReplayPlayer;
	Shown: Component<ShownProps<ReplayPlayer>>;
}

/**
 * Combines a replay player with the component that shows it. Their types are matched here, so that other
 * code does not depend on the game.
 */
export function bundle<R extends ReplayPlayer>(player: R, Shown: Component<ShownProps<R>>): ReplayBundle {
	return { player, Shown: Shown as unknown as ReplayBundle['Shown'] };
}
