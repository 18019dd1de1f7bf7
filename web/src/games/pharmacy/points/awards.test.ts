import { expect, it } from 'vitest';
import { awardsOf } from './awards.ts';

const replayOf = (...facts: string[]) => ({
	from: [],
	moves: facts.map((fact) => ({ at: 0, seat: 0, move: '', facts: [{ fact, rule: '' }] })),
});

it('gives an award to who did it most often', () => {
	const opened = (seat: number, card: string) => `risk-opened ${seat} ${card}`;
	const replay = replayOf(opened(1, 'jab'), opened(0, 'recall'), opened(1, 'nurse'), opened(1, 'doctor'));
	expect(awardsOf(replay)).toEqual([{ title: 'daredevil', seats: [1], n: 3 }]);
});

it('calls generous who gave a pill away, not who paid one, owed one, or had one taken', () => {
	const given = (seat: number, rule: string) => ({ fact: `pill-given ${seat} red 1`, rule });
	const facts = [
		given(0, 'dare/dodge'),
		given(0, 'dare/dodge'),
		given(0, 'card/doctor/respect'),
		given(3, 'card/guinea-pig/pills'),
		given(3, 'card/guinea-pig/pills'),
		given(2, 'card/free-sample'),
	];
	expect(awardsOf({ from: facts, moves: [] })).toEqual([{ title: 'generous', seats: [2], n: 1 }]);
	expect(awardsOf({ from: facts.slice(0, -1), moves: [] })).toEqual([]);
});

it('counts cards that are passed on, open or face down', () => {
	const replay = replayOf('card-passed 2 0 3', 'risk-passed 2 1', 'card-passed 1 0 2');
	expect(awardsOf(replay)).toEqual([{ title: 'carrier', seats: [2], n: 2 }]);
});

it('adds up values where pills are lost or received', () => {
	const replay = replayOf('stake-lost 0 1 0 1', 'stake-lost 1 3 0 0', 'pills-received 1 0 1 1');
	expect(awardsOf(replay)).toEqual([
		{ title: 'sponsor', seats: [0], n: 4 },
		{ title: 'customer', seats: [1], n: 5 },
	]);
});

it('tells a killed virus from a halved one, and counts every injection', () => {
	const replay = replayOf(
		'virus-injected 0 hiccups first 1',
		'virus-injected 0 hiccups second 0',
		'virus-injected 0 yawns second 0',
		'injection-unused 0',
	);
	expect(awardsOf(replay)).toEqual([
		{ title: 'surgeon', seats: [0], n: 2 },
		{ title: 'pincushion', seats: [0], n: 4 },
	]);
});

it('lets two share an award, and gives none that three would share', () => {
	const opened = (seat: number) => [`risk-opened ${seat} jab`, `risk-opened ${seat} nurse`];
	expect(awardsOf(replayOf(...opened(2), ...opened(0)))).toEqual([
		{ title: 'daredevil', seats: [0, 2], n: 2 },
	]);
	expect(awardsOf(replayOf(...opened(2), ...opened(0), ...opened(1)))).toEqual([]);
});

it('gives none for what was done once', () => {
	expect(awardsOf(replayOf('virus-placed 1 yawns 1'))).toEqual([]);
	expect(awardsOf({ from: null, moves: null })).toEqual([]);
});
