import { expect, it } from 'vitest';
import type { LogEntry } from '../../../gen/api.ts';
import { brokenNow, shortSeal } from './chain.ts';

const entries = [7, 6].map((n) => ({ n, at: '', kind: 'decide' }) as LogEntry);

it('shortens a seal', () => {
	expect(shortSeal('a91c0000000000000000000000000007')).toBe('a91c…07');
	expect(shortSeal('')).toBe('');
});

it('knows a chain that is broken now from one that goes on after a break', () => {
	expect(brokenNow({ broken: [8], entries })).toEqual([8]);
	expect(brokenNow({ broken: [3], entries })).toEqual([]);
	expect(brokenNow({ broken: [1], entries: [] })).toEqual([1]);
	expect(brokenNow({ broken: null, entries: null })).toEqual([]);
});
