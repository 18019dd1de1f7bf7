import { beforeAll, expect, it } from 'vitest';
import { textsOf } from '../../../languages.ts';
import { use } from '../../i18n/words.svelte.ts';
import { resultOf, standing } from './result.ts';

const en = textsOf('en');

beforeAll(() => use('en', en));

const outcome = { cause: 'end/best', won: [2], ranks: [2, 3, 1], points: [9, -26, 15] };
const words = (mine: number[], of: object = outcome) =>
	resultOf({ outcome: of as typeof outcome, seats: 3, mine }).words;

it('tells each how they did where one won', () => {
	expect(words([2])).toBe('Won');
	expect(words([0])).toBe('2nd place');
	expect(words([0, 1])).toBe('2nd place');
});

it('tells the best result to who held no seat, or all of them', () => {
	expect(words([])).toBe('Won with 15 points');
	expect(words([0, 1, 2])).toBe('Won with 15 points');
});

it('tells all the same where all won or lost', () => {
	expect(words([0], { cause: 'end/win', won: [0, 1, 2] })).toBe('Won');
	expect(words([], { cause: 'end/win', won: [0, 1, 2] })).toBe('Won');
	expect(words([0], { cause: 'end/cubes', won: null })).toBe('Lost');
});

it('says when nobody played to the end', () => {
	expect(words([0], { cause: '', won: null })).toBe('Given up');
});

it('says that a full lobby is ready, and waits no more', () => {
	const lobby = { status: 'gathering', seats: 4 } as const;
	expect(standing({ ...lobby, taken: 3 })).toBe('Waiting for players');
	expect(standing({ ...lobby, taken: 4 })).toBe('Ready to start');
});
