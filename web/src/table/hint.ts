/** A line for somebody new. */
export interface Hint {
	id: string;
	words: string;
	/** It is the moment for it. */
	now: boolean;
	/** Doing what it says is as good as having read it. */
	does?: boolean;
	/** The rule behind it. */
	rule?: string;
}
