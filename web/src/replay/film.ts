// A game that is over, ready to be shown: the reel, and what shows it.

import type { Component } from 'svelte';
import type { ReplayPlayer } from './reel.svelte.ts';

interface ShownProps<R> {
	reel: R;
	/** The address of the place that is shown. */
	address: () => string;
}

export interface ReplayBundle {
	reel: ReplayPlayer;
	Shown: Component<ShownProps<ReplayPlayer>>;
}

/** Puts a reel together with what shows it. The two fit: nobody else has to know which game they are of. */
export function film<R extends ReplayPlayer>(reel: R, Shown: Component<ShownProps<R>>): ReplayBundle {
	return { reel, Shown: Shown as unknown as ReplayBundle['Shown'] };
}
