// Moving through the queue of people who were reported.

/** Returns the id after a step through a list; the nearer end if the step leads out of it. */
export function stepped(ids: readonly string[], from: string, by: number): string {
	const at = ids.indexOf(from);
	if (at < 0) return ids[0] ?? '';
	return ids[Math.max(0, Math.min(ids.length - 1, at + by))] ?? '';
}

/** Returns the person to show after a decision: the next of the list, or at its end the one before. */
export function nextOf(ids: readonly string[], decided: string): string {
	const at = ids.indexOf(decided);
	return ids[at + 1] ?? ids[at - 1] ?? '';
}

const moves: Record<string, number | undefined> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

/** Returns how far a key moves through a list; undefined if it does not. */
export function moveOf(key: string, count: number): number | undefined {
	if (key === 'Home') return -count;
	if (key === 'End') return count;
	return moves[key.length === 1 ? key.toLowerCase() : key];
}
