// Chooses a move with several operands step by step: which move, then which player, city and card. Every
// answer narrows the server's list of moves; no move is composed here.

import type { MoveOption } from '../model/offers.ts';

/** The next choice to make, and the moves that remain after each of its answers. */
export interface Level {
	/** The kind of the operand to choose, or `word` for the choice between verbs. */
	kind: string;
	/** The index of the operand in the move. */
	at: number;
	answers: ReadonlyMap<string, MoveOption[]>;
}

/** The state after the answers so far: the moves that are left. */
export interface Picked {
	offers: readonly MoveOption[];
	/** The end of a line that was chosen first, if moves name lines. */
	from?: string;
}

/**
 * Reports whether moves with several operands are too many for a list, so that they are chosen step by step.
 */
export function inSteps(offers: readonly MoveOption[]): boolean {
	return offers.length > 9 && offers.some((o) => o.operands.length > 1);
}

/** Returns the first choice in which the moves differ; null if only one move is left. */
export function levelOf({ offers, from }: Picked, lines: readonly string[] = []): Level | null {
	const [first] = offers;
	if (!first || offers.length < 2) return null;
	const by = (kind: string, at: number, of: (offer: MoveOption) => string[]): Level | null => {
		const answers = new Map<string, MoveOption[]>();
		for (const offer of offers)
			for (const value of of(offer)) answers.set(value, [...(answers.get(value) ?? []), offer]);
		return answers.size > 1 ? { kind, at, answers } : null;
	};
	const words = by('word', -1, (o) => [o.word]);
	if (words) return words;
	if (lines.includes(first.word))
		return by('city', from === undefined ? 0 : 1, (o) => o.cities.filter((c) => c !== from));
	for (const [at, { kind }] of first.operands.entries()) {
		const level = by(kind, at, (o) => [o.operands[at]?.value ?? '']);
		if (level) return level;
	}
	return null;
}
