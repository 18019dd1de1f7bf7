import { expect, it } from 'vitest';
import type { Replay } from '../gen/api.ts';
import { type Highlight, marksOf, turnAt, turnFrom, turnsOf } from './course.ts';

const facts = { 'turn-began': ['seat'], 'passed-over': ['seat'] };
const replay = {
	from: [{ fact: 'turn-began 1', rule: '' }],
	moves: [
		{ facts: [] },
		{
			facts: ['turn-began 2', 'passed-over 2', 'turn-began 0'].map((fact) => ({ fact, rule: '' })),
		},
		{ facts: null },
	],
} as unknown as Replay;
const turns = turnsOf({ facts }, replay);

it('finds where turns begin, also two at one place', () => {
	expect(turns).toEqual([
		{ at: 0, number: 1, seat: 1 },
		{ at: 2, number: 2, seat: 2 },
		{ at: 2, number: 3, seat: 0 },
	]);
	expect(turnAt(turns, 1)?.number).toBe(1);
	expect(turnAt(turns, 3)?.number).toBe(3);
});

it('goes by turns, and at the last one to the end', () => {
	expect(turnFrom(turns, 0, 1, 3)).toBe(2);
	expect(turnFrom(turns, 2, 1, 3)).toBe(3);
	expect(turnFrom(turns, 3, -1, 3)).toBe(2);
	expect(turnFrom(turns, 2, -1, 3)).toBe(0);
});

it('has one mark for each kind at a place, and none for what has no mark', () => {
	const highlight = (at: number, kind: string, mark?: Highlight['mark']): Highlight => ({
		at,
		kind,
		icon: 'flag',
		mark,
	});
	const chain = [
		highlight(4, 'outbreak', 'over'),
		highlight(4, 'outbreak', 'over'),
		highlight(4, 'epidemic', 'under'),
		highlight(5, 'outbreak', 'over'),
		highlight(9, 'end'),
	];
	expect(marksOf(chain)).toEqual([chain[0], chain[2], chain[3]]);
});
