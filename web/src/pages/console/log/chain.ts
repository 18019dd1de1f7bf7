// The moderation log as a chain of sealed entries.

import type { Log } from '../../../gen/api.ts';

/** Returns the short form of a seal, by which people compare two of them. */
export function shortSeal(seal: string): string {
	return seal.length > 8 ? `${seal.slice(0, 4)}…${seal.slice(-2)}` : seal;
}

/**
 * Returns the broken entries after which no new chain has begun. The next entry that is written begins one,
 * so they are newer than every sound entry.
 */
export function brokenNow({ broken, entries }: Pick<Log, 'broken' | 'entries'>): number[] {
	const newest = entries?.[0]?.n ?? 0;
	return (broken ?? []).filter((n) => n > newest);
}
