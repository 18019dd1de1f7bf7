// The table as it was while a beat is shown: the bar, the tracks, the hands and the log tell what has been seen, and no more.

import type { Step, Update } from '../../../gen/api.ts';
import type { Position } from '../model/position.ts';

/** How far the log has been told: these facts of a play of an entry, and all before them. */
export interface Mark {
	n: number;
	play: number;
	facts: number;
}

export interface Past {
	/** What was asked then. */
	update: Update;
	position: Position;
	mark: Mark;
}

/** The log up to a mark. */
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
