// What every part that asks a question gets.

import type { PlayerSession } from '../desk.svelte.ts';
import type { Asking } from './asking.ts';

export interface Asked {
	desk: PlayerSession;
	asking: Asking;
	/** The seat of mine that is asked. */
	seat: number;
	/** The rule that the question rests on. */
	rule?: string;
}
