import { expect, test } from 'vitest';
import {
	type Camera,
	centred,
	fitting,
	following,
	keep,
	pieceSize,
	reachable,
	showing,
	wholeScale,
	zoomed,
} from './camera.ts';

const map = { width: 1600, height: 900 };
const desktop = { width: 1160, height: 712 };
const phone = { width: 390, height: 420 };
const onScreen = (c: Camera, p: { x: number; y: number }) => [c.x + p.x * c.s, c.y + p.y * c.s];

test('nothing further away than all of the map, in the middle', () => {
	const c = keep({ x: 0, y: 0, s: 0 }, desktop, map);
	expect(c.s).toBeCloseTo(wholeScale(desktop, map));
	expect(onScreen(c, { x: 800, y: 450 })).toEqual([580, 356]);
});

test('the edge of the map is never inside the window where the map is larger', () => {
	for (const [x, y] of [
		[999, 999],
		[-9999, -9999],
		[0, 0],
	] as const) {
		const c = keep({ x, y, s: 1 }, phone, map);
		expect(c.x).toBeLessThanOrEqual(0);
		expect(c.x + map.width * c.s).toBeGreaterThanOrEqual(phone.width);
		expect(c.y).toBeLessThanOrEqual(0);
		expect(c.y + map.height * c.s).toBeGreaterThanOrEqual(phone.height);
	}
});

test('a zoom leaves what is under the finger where it is', () => {
	const c = { x: -300, y: -120, s: 0.8 };
	const finger = [200, 150] as const;
	const under = { x: (finger[0] - c.x) / c.s, y: (finger[1] - c.y) / c.s };
	const [x, y] = onScreen(zoomed(c, finger, 1.7), under);
	expect(x).toBeCloseTo(finger[0]);
	expect(y).toBeCloseTo(finger[1]);
});

test('a point out of sight is brought in, one in sight moves nothing', () => {
	const c = centred({ x: 800, y: 450 }, 1, phone);
	expect(showing(c, { x: 810, y: 440 }, phone, 80)).toEqual(c);
	const [x, y] = onScreen(showing(c, { x: 1500, y: 100 }, phone, 80), { x: 1500, y: 100 });
	expect(x).toBeCloseTo(phone.width - 80);
	expect(y).toBeCloseTo(80);
});

test('several points are all brought in sight, no nearer than asked', () => {
	const far = [
		{ x: 200, y: 100 },
		{ x: 900, y: 700 },
	];
	const c = fitting(far, 1, phone, 40);
	for (const p of far) {
		const [x, y] = onScreen(c, p);
		expect(x).toBeGreaterThan(39.9);
		expect(x).toBeLessThan(phone.width - 39.9);
		expect(y).toBeGreaterThan(39.9);
		expect(y).toBeLessThan(phone.height - 39.9);
	}
	expect(fitting(far.slice(0, 1), 0.7, phone, 40)).toEqual(centred({ x: 200, y: 100 }, 0.7, phone));
});

test('pieces grow with the map, but slower, and have their full size where a finger can tell them apart', () => {
	expect(pieceSize(reachable)).toBeCloseTo(1);
	const scales = [0.1, 0.24, 0.4, 0.66, 0.9, 1.4, 2.6];
	for (let i = 1; i < scales.length; i++) {
		expect(pieceSize(scales[i] ?? 0)).toBeGreaterThanOrEqual(pieceSize(scales[i - 1] ?? 0));
	}
});

test('a pawn that has gone far comes to the middle of what nothing covers, one that goes on nearby moves nothing', () => {
	const free = { ...phone, width: phone.width - 54 };
	const c = centred({ x: 800, y: 450 }, 0.66, free);
	expect(following(c, { x: 880, y: 500 }, free)).toBe(c);
	const jakarta = { x: 1240, y: 700 };
	expect(onScreen(following(c, jakarta, free), jakarta)).toEqual([free.width / 2, free.height / 2]);
});
