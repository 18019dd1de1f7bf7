import { expect, it } from 'vitest';
import { positionOf } from '../position.ts';
import { ranked, reachOf, rowsOf, signed } from './sheet.ts';

/** The part of a server's view that these tests need: a game for three in its second round. */
const view = {
	serial: 60,
	turn: 21,
	step: 'turn',
	asked: ['1'],
	round: 2,
	starter: '0',
	active: '1',
	'seats-at-table': [
		{ pills: { blue: 4, yellow: 3, red: 2 }, sickness: 5, 'minus-total': 13, 'so-far': 11 },
		{ pills: { red: 1 }, sickness: 9, total: 12, 'minus-so-far': 6 },
		{ total: 12 },
	],
	rounds: [
		{
			seats: [
				{ pills: 18, sickness: 14, care: true, 'minus-points': 13 },
				{ pills: 18, sickness: 8, won: 2, points: 12 },
				{ pills: 12, points: 12 },
			],
		},
	],
	hands: [{}, {}, {}],
};

it('lays out rounds that are counted, the one that is played, and empty places', () => {
	const rows = rowsOf(positionOf(view));
	expect(rows.map((row) => row.places.map((place) => place.state))).toEqual(
		Array(3).fill(['counted', 'now', 'empty']),
	);
	expect(rows[1]?.places[0]?.tally).toMatchObject({ pills: 18, sickness: 8, won: 2, points: 12 });
	expect(rows[0]?.places[0]?.tally).toMatchObject({ care: true, points: -13 });
});

it('shows what lies there now, and counts nothing of it', () => {
	const [first, second, third] = rowsOf(positionOf(view));
	expect(first?.places[1]?.tally).toMatchObject({ pills: 16, sickness: 5, points: 11 });
	expect(second?.places[1]?.tally?.points).toBe(-6);
	expect(third?.places[1]?.tally?.points).toBe(0);
	expect([first, second, third].map((row) => row?.total)).toEqual([-13, 12, 12]);
});

it('has a leader only once a round has been counted, and all who share the lead', () => {
	expect(rowsOf(positionOf(view)).map((row) => row.leads)).toEqual([false, true, true]);
	expect(rowsOf(positionOf({ ...view, round: 1, rounds: [] })).some((row) => row.leads)).toBe(false);
});

it('has no round that is played once all are counted', () => {
	const over = { ...view, round: 3, over: true, rounds: Array(3).fill(view.rounds[0]) };
	const states = rowsOf(positionOf(over)).flatMap((row) => row.places.map((place) => place.state));
	expect(new Set(states)).toEqual(new Set(['counted']));
});

it('orders by points, and neighbours as they sit', () => {
	expect(ranked(rowsOf(positionOf(view))).map((row) => row.seat)).toEqual([1, 2, 0]);
});

it('draws all bars to one scale, but none for who is in intensive care', () => {
	const tallies = rowsOf(positionOf(view)).flatMap((row) => row.places.flatMap((place) => place.tally ?? []));
	expect(reachOf(tallies)).toEqual({ up: 18, down: 9 });
	expect(reachOf([])).toEqual({ up: 1, down: 1 });
});

it('writes points with their sign', () => {
	expect([7, 0, -13].map(signed)).toEqual(['+7', '0', '−13']);
});
