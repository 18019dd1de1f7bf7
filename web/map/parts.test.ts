import { describe, expect, it } from 'vitest';
import { hidden } from './check.ts';
import { placeLabels } from './labels.ts';
import { distance, drawLink } from './links.ts';
import { readPath, smooth, snap, writePath } from './path.ts';
import type { LonLat, Point, Ring } from './project.ts';
import { relax } from './relax.ts';
import { areaOf, crossings, inside, simplify } from './simplify.ts';
import { type Pin, stretchOf, thinPlate } from './spline.ts';
import { entry } from './sure.ts';
import { textWidth } from './type.ts';

type Standings = Record<string, Point>;
type Places = Record<string, LonLat>;

const square: Ring = [
	[0, 0],
	[10, 0],
	[10, 10],
	[0, 10],
];

describe('spline', () => {
	it('carries every pin to its place', () => {
		const pins: Pin[] = [
			{ from: [0, 0], to: [0, 5] },
			{ from: [100, 0], to: [100, 5] },
			{ from: [0, 100], to: [10, 105] },
			{ from: [100, 100], to: [110, 105] },
			{ from: [50, 50], to: [60, 40] },
		];
		const bend = thinPlate(pins);
		for (const { from, to } of pins) {
			expect(bend(from)[0]).toBeCloseTo(to[0], 6);
			expect(bend(from)[1]).toBeCloseTo(to[1], 6);
		}
	});

	it('knows how much it enlarges', () => {
		expect(stretchOf(([x, y]) => [2 * x, 3 * y], [7, 7])).toBeCloseTo(6, 6);
		expect(stretchOf(([x, y]) => [-x, y], [7, 7])).toBeCloseTo(-1, 6);
	});
});

describe('relax', () => {
	it('parts what is crowded, in its direction, and leaves the rest in place', () => {
		const frame = { left: 0, top: 0, right: 1000, bottom: 1000 };
		// biome-ignore format: points read best in one line
		const [a, b, c] = relax([[500, 500], [510, 500], [900, 300]], frame) as [Point, Point, Point];
		expect(b[0] - a[0]).toBeGreaterThan(73);
		expect(a[1]).toBeCloseTo(500, 6);
		expect(b[1]).toBeCloseTo(500, 6);
		expect(c).toEqual([900, 300]);
	});

	it('keeps within the frame', () => {
		const frame = { left: 100, top: 100, right: 1000, bottom: 1000 };
		expect(relax([[20, 2000]], frame)).toEqual([[100, 1000]]);
	});
});

describe('simplify', () => {
	it('leaves out what changes little and keeps corners', () => {
		const fine: Ring = [
			[0, 0],
			[5, 0.01],
			[10, 0],
			[10, 10],
			[5, 10],
			[0, 10],
		];
		expect(simplify(fine, 0.5)).toEqual(square);
	});

	it('leaves nothing of a ring smaller than a grain', () => {
		expect(
			simplify(
				[
					[0, 0],
					[0.1, 0],
					[0.1, 0.1],
					[0, 0.1],
				],
				0.5,
			),
		).toEqual([]);
	});

	it('drops more where there is less care', () => {
		const notch: Ring = [
			[0, 0],
			[5, 1],
			[10, 0],
			[10, 10],
			[0, 10],
		];
		expect(simplify(notch, 2)).toHaveLength(5);
		expect(simplify(notch, 2, ([, y]) => (y < 5 ? 0.2 : 1))).toHaveLength(4);
	});

	it('measures rings', () => {
		expect(areaOf(square)).toBe(100);
		expect(areaOf([...square].reverse())).toBe(-100);
		expect(crossings(square)).toEqual([]);
		expect(
			crossings([
				[0, 0],
				[10, 10],
				[10, 0],
				[0, 10],
			]),
		).toHaveLength(1);
		expect(inside([5, 5], [square])).toBe(true);
		expect(
			inside(
				[5, 5],
				[
					square,
					[
						[4, 4],
						[6, 4],
						[6, 6],
						[4, 6],
					],
				],
			),
		).toBe(false);
		expect(inside([15, 5], [square])).toBe(false);
	});
});

describe('path', () => {
	const path = 'M0 2q0-2 2-2t2 2-2 2-2-2z';
	const ring: Ring = [
		[0, 0],
		[4, 0],
		[4, 4],
		[0, 4],
	];

	it('is written short', () => {
		expect(writePath([ring])).toBe(path);
		expect(
			writePath([
				[
					[-0.4, 0],
					[0.4, 0],
					[0, 1.2],
				],
			]),
		).toBe('M-.2 .6q-.2-.6 .2-.6t.2 .6-.4 0z');
	});

	it('is read as it is drawn', () => {
		expect(readPath(path)).toEqual([smooth(ring)]);
		expect(smooth(ring).slice(0, 2)).toEqual([
			[0, 2],
			[0.5, 0.5],
		]);
		expect(readPath(path + path)).toHaveLength(2);
	});

	it('puts corners on its grid', () => {
		expect(snap([1.1, -2.3])).toEqual([1.2, -2.4]);
	});
});

describe('links', () => {
	const at = {
		west: [100, 100],
		east: [500, 100],
		between: [300, 104],
		south: [300, 700],
	} satisfies Standings;
	const places = { west: [0, 0], east: [20, 0], between: [10, 0], south: [10, -40] } satisfies Places;

	it('are straight where they can be', () => {
		const points = [at.west, at.south];
		expect(drawLink(['west', 'south'], at, places)).toEqual({ a: 'west', b: 'south', points });
	});

	it('are bowed around a third city', () => {
		const link = drawLink(['west', 'east'], at, places);
		if (!('points' in link)) throw new Error('not across the Pacific');
		expect(link.points).toHaveLength(3);
		expect(distance(at.between, link.points)).toBeGreaterThanOrEqual(24);
	});

	it('go the other way round where that is shorter', () => {
		const far: Places = { ...places, west: [-170, 0], east: [170, 0] };
		expect(drawLink(['west', 'east'], at, far)).toMatchObject({
			pacific: true,
			segments: [
				[at.west, [0, 100]],
				[[1600, 100], at.east],
			],
		});
	});
});

describe('labels', () => {
	it('stand under their city where they can', () => {
		const labels = placeLabels({ lima: [400, 400] }, { lima: ['Lima'] }, []);
		expect(labels).toEqual({ lima: { x: 400, y: 430, anchor: 'middle' } });
	});

	it('make way for each other and for cities', () => {
		const at: Standings = { a: [400, 400], b: [480, 400], c: [480, 446] };
		const names = { a: ['Constantinople'], b: ['Saint-Pétersbourg'], c: ['Ur'] };
		const labels = placeLabels(at, names, []);
		const cities = Object.fromEntries(
			Object.entries(at).map(([id, [x, y]]) => [id, { x, y, label: entry(labels, id) }]),
		);
		expect(hidden(cities, names, 0)).toEqual([]);
		expect(entry(labels, 'b').anchor).not.toBe('middle');
	});
});

describe('type', () => {
	it('measures texts, accents and strangers', () => {
		expect(textWidth('Lima')).toBeCloseTo(2.273, 6);
		expect(textWidth('Séoul')).toBe(textWidth('Seoul'));
		expect(textWidth('東')).toBe(1);
	});
});
