// A game that is over, ready to be shown: the reel, and what shows it.

import type { Component } from 'svelte';
import type { Reel } from './reel.svelte.ts';

interface ShownProps<R> {
	reel: R;
	/** The address of the place that is shown. */
	address: () => string;
}

export interface Film {
	reel: Reel;
	Shown: Component<ShownProps<Reel>>;
}

/** Puts a reel together with what shows it. The two fit: nobody else has to know which game they are of. */
export function film<R extends Reel>(reel: R, Shown: Component<ShownProps<R>>): Film {
	return { reel, Shown: Shown as unknown as Film['Shown'] };
}
