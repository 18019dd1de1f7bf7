import { describe, expect, it } from 'vitest';
import { hidden } from './check.ts';
import { placeLabels } from './labels.ts';
import { distance, drawLink, type Link } from './links.ts';
import { readPath, smooth, snap, writeLines, writePath } from './path.ts';
import type { LonLat, Point, Ring } from './project.ts';
import { bounded, citiesOf, facesOf, regionsOf } from './regions.ts';
import { relax } from './relax.ts';
import type { Room } from './sheet.ts';
import { areaOf, crossings, inside, simplify } from './simplify.ts';
import { type Pin, stretchOf, thinPlate } from './spline.ts';
import { entry } from './sure.ts';
import { textWidth } from './type.ts';
import { waterLine } from './water.ts';

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
	const room: Room = { apart: [86, 78], near: 260, clear: 0 };

	it('parts what is crowded, in its direction, and leaves the rest in place', () => {
		const frame = { left: 0, top: 0, right: 1000, bottom: 1000 };
		// biome-ignore format: points read best in one line
		const [a, b, c] = relax([[500, 500], [510, 500], [900, 300]], frame, room) as [Point, Point, Point];
		expect(b[0] - a[0]).toBeGreaterThan(73);
		expect(a[1]).toBeCloseTo(500, 6);
		expect(b[1]).toBeCloseTo(500, 6);
		expect(c).toEqual([900, 300]);
	});

	it('parts a city and a link that is not its own', () => {
		const frame = { left: 0, top: 0, right: 1000, bottom: 1000 };
		const wide: Room = { ...room, clear: 60 };
		// biome-ignore format: points read best in one line
		const homes: Point[] = [[300, 500], [500, 510], [700, 500]];
		const [, untouched] = relax(homes, frame, wide) as [Point, Point];
		const [a, b] = relax(homes, frame, wide, [[0, 2]]) as [Point, Point];
		expect(untouched).toEqual([500, 510]);
		expect(b[1] - a[1]).toBeGreaterThan(40);
	});

	it('keeps within the frame', () => {
		const frame = { left: 100, top: 100, right: 1000, bottom: 1000 };
		expect(relax([[20, 2000]], frame, room)).toEqual([[100, 1000]]);
	});
});

describe('regions', () => {
	const at = { nw: [0, 0], ne: [200, 0], se: [200, 200], sw: [0, 200] } satisfies Standings;
	const link = (a: keyof typeof at, b: keyof typeof at): Link => ({ a, b, points: [at[a], at[b]] });
	const around = [link('nw', 'ne'), link('ne', 'se'), link('se', 'sw'), link('sw', 'nw')];
	const all = { id: 'all', cities: ['nw', 'ne', 'se', 'sw'] };

	it('are what links enclose', () => {
		expect(facesOf(around).filter(bounded)).toHaveLength(1);
		const halves = facesOf([...around, link('nw', 'se')])
			.filter(bounded)
			.map(citiesOf);
		expect(halves.map((cities) => cities.toSorted()).sort()).toEqual([
			['ne', 'nw', 'se'],
			['nw', 'se', 'sw'],
		]);
	});

	it('have their widest place in the middle, or beside a name', () => {
		expect(regionsOf([all], around, at, [])).toEqual({
			all: { outline: expect.stringMatching(/^M.*Z$/), x: 100, y: 100, r: 100 },
		});
		const name = { left: 60, top: 0, right: 140, bottom: 80 };
		const { y, r } = entry(regionsOf([all], around, at, [name]), 'all');
		expect(y - r).toBeGreaterThanOrEqual(80);
	});

	it('must be on the map', () => {
		const half = { id: 'half', cities: ['nw', 'ne', 'se'] };
		expect(() => regionsOf([half], around, at, [])).toThrow('half');
	});
});

describe('water', () => {
	const sheet = { grain: 0.5, care: () => 1 };

	it('has lines that follow the shore', () => {
		const island: Ring = [
			[0, 0],
			[60, 0],
			[60, 60],
			[0, 60],
		];
		const [line = [], ...more] = waterLine([island], 10, sheet);
		expect(more).toEqual([]);
		// The shore is a square; the water line is ten px outside it, with rounded corners.
		expect(Math.abs(areaOf(line))).toBeGreaterThan(6200);
		expect(Math.abs(areaOf(line))).toBeLessThan(6330);
	});

	it('has lines in lakes too', () => {
		const shores: Ring[] = [
			[
				[0, 0],
				[200, 0],
				[200, 200],
				[0, 200],
			],
			[
				[50, 50],
				[50, 150],
				[150, 150],
				[150, 50],
			],
		];
		expect(waterLine(shores, 10, sheet)).toHaveLength(2);
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

	it('writes lines that are no rings', () => {
		// biome-ignore format: a line reads best in one line
		expect(writeLines([[[1, 1], [2, 3], [1, 4]], [[5, 5], [6, 6]]])).toBe('M1 1l1 2-1 1M5 5l1 1');
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
	const sheet = { places, width: 1600 };

	it('are straight where they can be', () => {
		const points = [at.west, at.south];
		expect(drawLink(['west', 'south'], at, sheet)).toEqual({ a: 'west', b: 'south', points });
	});

	it('are bowed around a third city', () => {
		const link = drawLink(['west', 'east'], at, sheet);
		if (!('points' in link)) throw new Error('not across the Pacific');
		expect(link.points).toHaveLength(3);
		expect(distance(at.between, link.points)).toBeGreaterThanOrEqual(24);
	});

	it('go the other way round where that is shorter', () => {
		const far: Places = { ...places, west: [-170, 0], east: [170, 0] };
		expect(drawLink(['west', 'east'], at, { ...sheet, places: far })).toMatchObject({
			pacific: true,
			segments: [
				[at.west, [0, 100]],
				[[1600, 100], at.east],
			],
		});
	});
});

describe('labels', () => {
	const paper = { width: 1600, height: 900 };

	it('stand under their city where they can', () => {
		const labels = placeLabels({ lima: [400, 400] }, { lima: ['Lima'] }, [], paper);
		expect(labels).toEqual({ lima: { x: 400, y: 430, anchor: 'middle' } });
	});

	it('make way for each other and for cities', () => {
		const at: Standings = { a: [400, 400], b: [480, 400], c: [480, 446] };
		const names = { a: ['Constantinople'], b: ['Saint-Pétersbourg'], c: ['Ur'] };
		const labels = placeLabels(at, names, [], paper);
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
