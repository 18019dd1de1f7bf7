// The props that every component for a question takes.

import type { PlayerSession } from '../session.svelte.ts';
import type { Asking } from './asking.ts';

export interface Asked {
	session: PlayerSession;
	asking: Asking;
	/** Which of the player's seats must answer. */
	seat: number;
	/** The rule that causes the question. */
	rule?: string;
}
