// What somebody new is told at a table.

import type { Step } from '../gen/api.ts';

/** A line for somebody new, or a card. */
export interface Hint {
	id: string;
	words: string;
	/** It is the moment for it. */
	now: boolean;
	/** Doing what it says is as good as having read it. */
	does?: boolean;
	/** The rule behind it. */
	rule?: string;
	/** Something has come for the first time: a card says what it is. Its words are a head and a line. */
	card?: boolean;
}

/** What to say now: the first that matters and was not said yet. Under a question there is only room for a card. */
export function hintOf(
	hints: readonly Hint[],
	learned: readonly string[],
	cards: { wanted: boolean; only: boolean },
): Hint | undefined {
	return hints.find(
		({ id, now, card = false }) => now && !learned.includes(id) && (card ? cards.wanted : !cards.only),
	);
}

/** The words of the facts of this turn and the last, but for moves that were taken back. */
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
