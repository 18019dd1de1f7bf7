import { expect, test } from 'vitest';
import { cubesOver, fan, roomOf, sizes } from './arcs.ts';

const apart = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);
const alone = { pawns: 0, station: false };

test.each([
	{ pawns: 0, station: false },
	{ pawns: 1, station: false },
	{ pawns: 0, station: true },
	{ pawns: 4, station: true },
])('up to four cubes are drawn each, and none covers another: %o', (beside) => {
	for (const n of [1, 2]) {
		const cubes = cubesOver(
			[
				{ disease: 'black', n: 2 },
				{ disease: 'blue', n },
			],
			beside,
		);
		expect(cubes).toHaveLength(2 + n);
		expect(cubes.every((c) => c.n === 1)).toBe(true);
		for (const a of cubes)
			for (const b of cubes) if (a !== b) expect(apart(a, b)).toBeGreaterThan(sizes.cube * 0.7);
	}
});

test('five cubes or more are one stack a disease, with a figure', () => {
	const cubes = cubesOver(
		[
			{ disease: 'black', n: 3 },
			{ disease: 'blue', n: 2 },
		],
		alone,
	);
	expect(cubes.map((c) => [c.disease, c.n])).toEqual([
		['black', 3],
		['blue', 2],
	]);
	expect(apart(cubes[0] ?? { x: 0, y: 0 }, cubes[1] ?? { x: 0, y: 0 })).toBeGreaterThanOrEqual(
		sizes.cube - 1,
	);
});

test('cubes make room for a pawn', () => {
	const pawn = fan(1)[0]?.x ?? 0;
	for (const cube of cubesOver([{ disease: 'red', n: 3 }], { pawns: 1, station: false }))
		expect(cube.x + sizes.cube / 2).toBeLessThan(pawn - sizes.pawn / 2 + 2);
});

test('pawns of one city stand beside each other', () => {
	const spots = fan(4);
	expect(new Set(spots.map((s) => s.x)).size).toBe(4);
	spots.slice(1).forEach((s, i) => {
		expect(Math.abs(s.x - (spots[i]?.x ?? 0))).toBeGreaterThanOrEqual(10);
	});
});

test('everything that stands in a city takes room', () => {
	const cubes = [{ disease: 'red', n: 2 }];
	expect(roomOf({ cubes, pawns: [0, 1], station: true, risk: 400 }, false)).toHaveLength(1 + 2 + 2 + 1 + 1);
	expect(roomOf({ cubes, pawns: [], station: true, risk: null }, true)).toHaveLength(1 + 2);
});
