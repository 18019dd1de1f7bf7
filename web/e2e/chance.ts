// Chance that falls the same way in every run.

import { createHash } from 'node:crypto';
import { test } from '@playwright/test';

/** A number from 1 to a million that belongs to a text. */
export function numberOf(text: string): number {
	return (createHash('sha256').update(text).digest().readUInt32BE() % 1_000_000) + 1;
}

/** Dice that belong to a text: each throw is at least 0 and less than 1. */
export function dice(text: string): () => number {
	let state = numberOf(text);
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** What the test that runs is called. */
export const testName = (): string => test.info().titlePath.join('/');
