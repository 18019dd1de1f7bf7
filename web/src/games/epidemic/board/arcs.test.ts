import { expect, test } from 'vitest';
import { arc, cubesOver, fan } from './arcs.ts';

const apart = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);

test('an arc stands over its city and is symmetric', () => {
	const [left, top, right] = arc(3, 20, 42);
	expect(top?.x).toBeCloseTo(0);
	expect(top?.y).toBeCloseTo(-20);
	expect(left?.x).toBeCloseTo(-(right?.x ?? 0));
	expect(left?.y).toBeCloseTo(right?.y ?? 0);
	expect(left?.x).toBeLessThan(0);
});

test('up to three cubes are drawn each, and none covers another', () => {
	const cubes = cubesOver(
		[
			{ disease: 'black', n: 2 },
			{ disease: 'blue', n: 1 },
		],
		false,
	);
	expect(cubes.map((c) => c.disease)).toEqual(['black', 'black', 'blue']);
	expect(cubes.every((c) => c.n === 1)).toBe(true);
	for (const a of cubes) for (const b of cubes) if (a !== b) expect(apart(a, b)).toBeGreaterThan(a.size);
});

test('more than three cubes are one mark a disease, with a figure', () => {
	const cubes = cubesOver(
		[
			{ disease: 'black', n: 3 },
			{ disease: 'blue', n: 1 },
		],
		false,
	);
	expect(cubes.map((c) => [c.disease, c.n])).toEqual([
		['black', 3],
		['blue', 1],
	]);
	expect(apart(cubes[0] ?? { x: 0, y: 0 }, cubes[1] ?? { x: 0, y: 0 })).toBeGreaterThanOrEqual(17);
});

test('cubes make room for the head of a pawn', () => {
	const head = (tip: { x: number; y: number }) => ({ x: tip.x, y: tip.y - 14 });
	const pawn = head(fan(1)[0] ?? { x: 0, y: 0 });
	for (const cube of cubesOver([{ disease: 'red', n: 3 }], true)) {
		expect(apart(cube, pawn)).toBeGreaterThan(8.5 + cube.size / 2 - 2);
	}
});

test('pawns of one city stand beside each other', () => {
	const spots = fan(4);
	expect(new Set(spots.map((s) => s.x)).size).toBe(4);
	spots.slice(1).forEach((s, i) => {
		expect(s.x - (spots[i]?.x ?? 0)).toBeGreaterThanOrEqual(10);
	});
});
