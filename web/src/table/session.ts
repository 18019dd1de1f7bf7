// What the parts that every table has need to know of the person in front of it.

import type { Vocabulary } from '../i18n/notation.ts';
import type { LiveTable } from './live.svelte.ts';

export interface TableSession {
	live: LiveTable;
	/** The moves of its game. */
	moves: Vocabulary;
	/** The seat that acts for this person; null for a spectator. */
	seat: number | null;
	/** The name of whoever sits on a seat. */
	seatName: (seat: number) => string;
	/** The rule that is open for reading. */
	rule: string | null;
}
