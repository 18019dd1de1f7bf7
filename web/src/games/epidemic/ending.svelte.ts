// When the end of a game is told: once it was seen to happen, or after a moment where somebody stopped to look.

import type { Playback } from './board/playback.svelte.ts';

const moment = 6000;

export class Ending {
	/** It can be told now. */
	told = $state(false);

	/** Follows a game; `over`: whether it has ended. */
	constructor(playback: Playback, over: () => boolean) {
		$effect(() => {
			if (!over()) this.told = false;
			else if (!playback.busy) this.told = true;
			if (this.told || !playback.held) return;
			const timer = setTimeout(() => {
				this.told = true;
			}, moment);
			return () => clearTimeout(timer);
		});
	}
}
