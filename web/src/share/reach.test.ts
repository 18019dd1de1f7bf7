import { describe, expect, it } from 'vitest';
import { ended, reachOf } from './reach.ts';

const own = { public: false, you: { seats: [], host: true, watch: 'nobody' as const, releases: true } };
const other = { ...own, you: { ...own.you, releases: undefined } };

describe('who can open a replay', () => {
	it('is everyone at a public table, and once it is released', () => {
		expect(reachOf({ ...other, public: true })).toBe('open');
		expect(reachOf({ ...own, released: true })).toBe('open');
	});

	it('is for the host of a private table to say', () => {
		expect(reachOf(own)).toBe('mine');
		expect(reachOf(other)).toBe('asked');
	});

	it('cannot be changed for a deal that others play, a branch or a puzzle', () => {
		expect(reachOf({ ...other, shared: { deal: 'x' } })).toBe('shared');
		expect(reachOf({ ...other, branch: { table: 't', at: 1, deck: 'same' } })).toBe('closed');
		expect(reachOf({ ...other, puzzle: 'x' })).toBe('closed');
	});
});

describe('the end on a picture', () => {
	const end = (won: number[], mine: number[], up = false) => ended({ won, 'given-up': up }, 3, mine);

	it('is the same for all who play together', () => {
		expect(end([0, 1, 2], [])).toBe('won');
		expect(end([0, 1, 2], [1])).toBe('won');
		expect(end([], [])).toBe('lost');
		expect(end([], [1], true)).toBe('given-up');
	});

	it('depends on the seat among rivals, and takes no side without one', () => {
		expect(end([1], [1])).toBe('won');
		expect(end([1], [0])).toBe('lost');
		expect(end([1], [])).toBe('over');
	});
});
