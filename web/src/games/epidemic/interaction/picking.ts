// A move that names several things is chosen one thing at a time: which move, then
// whom, where, with which card. Nothing is put together here: every answer leaves
// fewer of the moves that the server listed.

import type { MoveOption } from '../model/offers.ts';

/** What is chosen next, with the moves that each answer leaves. */
export interface Level {
	/** The kind of thing that is named; `word`: which move it is. */
	kind: string;
	/** Its place in the move. */
	at: number;
	answers: ReadonlyMap<string, MoveOption[]>;
}

/** What was chosen so far. */
export interface Picked {
	offers: readonly MoveOption[];
	/** The end of a line that was chosen, where moves name lines. */
	from?: string;
}

/** A list that would be too long to read, of moves that name several things. */
export function inSteps(offers: readonly MoveOption[]): boolean {
	return offers.length > 9 && offers.some((o) => o.operands.length > 1);
}

/** What tells moves apart first; nothing where only one is left. */
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
