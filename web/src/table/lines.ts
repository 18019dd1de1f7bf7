// A game that is over as lines of the notation, place by place: what happened at the
// set-up, then what each move did.

import type { Replay } from '../gen/api.ts';
import { type Line, read, type Vocabulary } from '../i18n/notation.ts';

/** The facts that led to each place: 0 is the set-up, then one place per move. */
export function linesOf({ facts }: { facts: Vocabulary }, replay: Pick<Replay, 'from' | 'moves'>): Line[][] {
	const all = [replay.from, ...(replay.moves ?? []).map((m) => m.facts)];
	return all.map((list) => (list ?? []).map((f) => read(f.fact, facts)));
}
