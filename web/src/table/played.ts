// The moves of a table's log, entry by entry, and which of them were taken back.

import type { Play, Step } from '../gen/api.ts';

export interface Played {
	step: Step;
	nth: number;
	play: Play;
	/** Whether the entry's moves were taken back. */
	undone: boolean;
}

/** An item of the log: the moves of an entry, or something else that people did, such as an undo. */
type Item = Played | { step: Step; taken: Played[] };

/**
 * Returns the log's items in order. Each move records whether it was taken back, and each undo lists the
 * moves that it took back.
 */
export function items(steps: readonly Step[]): Item[] {
	const out: Item[] = [];
	const standing: Played[] = [];
	// Undo entries count moves from the beginning, so in an incomplete log they cannot tell which moves were
	// taken back.
	const whole = steps[0]?.n === 0;
	for (const step of steps) {
		if (step.kind === 'undo') {
			const taken = whole ? standing.splice(step.to ?? standing.length) : [];
			for (const played of taken) played.undone = true;
			out.push({ step, taken });
			continue;
		}
		if (step.kind === 'back' && whole) {
			// These moves were taken back while the game was on a device. The device's own moves come after this
			// entry.
			for (const played of standing.splice(step.to ?? standing.length)) played.undone = true;
		}
		if (step.kind !== 'open' && step.kind !== 'play') out.push({ step, taken: [] });
		for (const [nth, play] of (step.plays ?? []).entries()) {
			// Only a replay's moves record which players had asked for advice before them.
			const advised = 'advice' in play ? (play.advice as number[]) : [];
			if (advised.length > 0)
				out.push({ step: { ...step, kind: 'advice', by: advised, plays: [] }, taken: [] });
			const played = { step, nth, play, undone: false };
			if (play.move !== undefined) standing.push(played);
			out.push(played);
		}
	}
	return out;
}

/** Returns the first move that an undo to `to` moves would take back. Undefined if the log is incomplete. */
export function moveAt(steps: readonly Step[], to: number): string | undefined {
	if (steps[0]?.n !== 0) return undefined;
	const made = (item: Item): item is Played => 'play' in item && !item.undone && item.play.move !== undefined;
	return items(steps).filter(made)[to]?.play.move;
}
