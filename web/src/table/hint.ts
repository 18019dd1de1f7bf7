// Hints for newcomers at a table, and which of them to show now.

import type { Step } from '../gen/api.ts';

/** One hint: a single line, or a card with a title. */
export interface Hint {
	id: string;
	words: string;
	/** Whether the hint applies now. */
	now: boolean;
	/** Whether the player has just done what the hint advises, which counts as having read it. */
	does?: boolean;
	/** The rule that the hint explains; its button opens it. */
	rule?: string;
	/**
	 * Whether the hint is a card with a title, which explains something that has happened for the first time.
	 */
	card?: boolean;
}

/**
 * Returns the hint to show now: the first unread one that applies. While a question is open, only a card
 * has enough space.
 */
export function hintOf(
	hints: readonly Hint[],
	learned: readonly string[],
	cards: { wanted: boolean; only: boolean },
): Hint | undefined {
	return hints.find(
		({ id, now, card = false }) => now && !learned.includes(id) && (card ? cards.wanted : !cards.only),
	);
}

/**
 * Returns the names of all facts (events of the game) in this turn and the previous one, except those of
 * moves that were taken back.
 */
export function lately(log: readonly Step[]): Set<string> {
	const words = new Set<string>();
	let turns = 0;
	for (const step of log.toReversed()) {
		if (step.kind === 'undo') return words;
		for (const { fact } of (step.plays ?? []).flatMap((play) => play.facts ?? []).toReversed()) {
			const [word = ''] = fact.split(' ');
			if (word === 'turn-began') turns++;
			if (turns > 1) return words;
			words.add(word);
		}
	}
	return words;
}
