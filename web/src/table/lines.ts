// A finished game as lines of the notation, step by step: the set-up, then the facts of each move.

import type { Replay } from '../gen/api.ts';
import { type Line, read, type Vocabulary } from '../i18n/notation.ts';

/** Returns the facts of each step as lines: step 0 is the set-up, then there is one step per move. */
export function linesOf({ facts }: { facts: Vocabulary }, replay: Pick<Replay, 'from' | 'moves'>): Line[][] {
	const all = [replay.from, ...(replay.moves ?? []).map((m) => m.facts)];
	return all.map((list) => (list ?? []).map((f) => read(f.fact, facts)));
}
