// What each game shows of itself on the first page. It is light: what is not comes when the game is looked at there.

import type { Component } from 'svelte';
import MapStep from './epidemic/poster/Step.svelte';
import Iberia from './iberia/Backdrop.svelte';
import Pharmacy from './pharmacy/poster/Backdrop.svelte';
import PharmacyStep from './pharmacy/poster/Step.svelte';
import World from './world/Backdrop.svelte';

export interface Poster {
	/** Stands behind the first words: quiet, silent, and never waited for. */
	Backdrop: Component;
	/** One of the three small drawings of how it is played, `n` from 1. Silent: the words say it. */
	Step: Component<{ n: number }>;
}

/** By the name that the server has for the game. */
export const posters: Record<string, Poster | undefined> = {
	world: { Backdrop: World, Step: MapStep },
	iberia: { Backdrop: Iberia, Step: MapStep },
	pharmacy: { Backdrop: Pharmacy, Step: PharmacyStep },
};
