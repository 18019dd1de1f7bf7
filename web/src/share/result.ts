// What a picture of a result says.

/** The parts of a result that the game words itself. */
export interface Result {
	/** The difficulty, or empty. */
	level: string;
	/** Such as the number of turns. */
	figures: readonly string[];
}
