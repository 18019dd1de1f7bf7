// Pseudo-random numbers that are the same in every run.

import { createHash } from 'node:crypto';
import { test } from '@playwright/test';

/** Returns a number from 1 to a million that is derived from a text. */
export function numberOf(text: string): number {
	return (createHash('sha256').update(text).digest().readUInt32BE() % 1_000_000) + 1;
}

/**
 * Returns a dice function derived from a text. Each throw is a number from 0 up to, but not including, 1.
 */
export function dice(text: string): () => number {
	let state = numberOf(text);
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** Returns the name of the running test. */
export const testName = (): string => test.info().titlePath.join('/');
