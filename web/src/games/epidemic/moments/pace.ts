// How long what happened is shown. A person never sits through more than `patience` in one go: what comes later is
// shorter then, and where that is not enough everything is.

import type { Beat } from '../board/beats.ts';

/** The most that is played in one go, in ms. */
export const patience = 4000;
/** What later beats keep of their length when there is too much to show. */
const later = 0.6;
/** Beats that keep their length: what another person did has to be read, and a game ends once. */
const kept = new Set<Beat['kind']>(['event', 'end']);

/** The lengths of beats in their order, with what is left of the patience. */
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
