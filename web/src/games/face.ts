// What the rooms that serve every game need to know of one: its words.

import type { Vocabulary } from '../words/notation.ts';

export interface Face {
	game: string;
	facts: Vocabulary;
	moves: Vocabulary;
	/** Whether an operand names a place that can light up. */
	isPlace: (id: string) => boolean;
	/** The disease of a place, for its mark. */
	diseaseOf?: (id: string) => string | undefined;
	seatName: (seat: number) => string;
}
