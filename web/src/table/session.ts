// The part of a game's session that shared components need.

import type { Vocabulary } from '../i18n/notation.ts';
import type { LiveTable } from './live.svelte.ts';

export interface TableSession {
	live: LiveTable;
	/** How to read the game's moves: the kinds of each verb's operands. */
	moves: Vocabulary;
	/** The seat that acts for this person; null for a spectator. */
	seat: number | null;
	/** Returns the name of a seat's player. */
	seatName: (seat: number) => string;
	/** The rule that the rule dialog shows; null if it is closed. */
	rule: string | null;
}
