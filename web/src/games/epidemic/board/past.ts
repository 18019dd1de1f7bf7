// The table as it was at the current step of the animation. The bar, tracks, hands and log show only what
// has been animated so far.

import type { Step, Update } from '../../../gen/api.ts';
import type { Position } from '../model/position.ts';

/** A position in the log: part of the way through one move's facts. Everything before it has been shown. */
export interface Mark {
	n: number;
	play: number;
	facts: number;
}

export interface Past {
	/** The update with the question that was open then. */
	update: Update;
	position: Position;
	mark: Mark;
}

/** Returns the log up to a mark. */
export function toldUntil(steps: readonly Step[], { n, play, facts }: Mark): Step[] {
	return steps
		.filter((step) => step.n <= n)
		.map((step) => {
			if (step.n < n) return step;
			const plays = (step.plays ?? []).slice(0, play + 1);
			return {
				...step,
				plays: plays.map((p, i) => (i < play ? p : { ...p, facts: p.facts?.slice(0, facts) ?? null })),
			};
		});
}
