// What every part that asks a question gets.

import type { PlayerSession } from '../session.svelte.ts';
import type { Asking } from './asking.ts';

export interface Asked {
	session: PlayerSession;
	asking: Asking;
	/** The seat of mine that is asked. */
	seat: number;
	/** The rule that the question rests on. */
	rule?: string;
}
