// The durations of animations. A sequence of beats takes at most `patience`: if it would take longer, the
// later beats are shortened first, then all of them.

import type { Beat } from '../board/beats.ts';

/** The longest animation without a pause, in ms. */
export const patience = 4000;
/** The share of their duration that later beats keep if there is too much to show. */
const later = 0.6;
/**
 * Beats that keep their duration: players must be able to read other players' moves, and a game ends only
 * once.
 */
const kept = new Set<Beat['kind']>(['event', 'end']);

/** Returns the durations of beats in order, given how many ms are left of the patience. */
export function lengths(beats: readonly Pick<Beat, 'kind' | 'ms'>[], most = patience): number[] {
	const out = beats.map((b) => b.ms);
	const bends = beats.flatMap((b, i) => (kept.has(b.kind) ? [] : [i]));
	const sum = () => bends.reduce((n, i) => n + (out[i] ?? 0), 0);
	for (const i of bends.toReversed()) {
		if (sum() <= most) return out;
		out[i] = (out[i] ?? 0) * later;
	}
	const all = sum();
	if (all > most) for (const i of bends) out[i] = ((out[i] ?? 0) * most) / all;
	return out;
}
