import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { feature } from 'topojson-client';
import { describe, expect, it, vi } from 'vitest';
import { readBoard, readNames } from './board.ts';
import { bending, build, readAtlas, type WorldMap, write } from './build.ts';
import { atSea, crowded, folded, hidden, knotted, loose, trespassing, turned, unlinked } from './check.ts';
import type { Link } from './links.ts';
import { readPath } from './path.ts';
import { HEIGHT, type Point, projectRings, WIDTH } from './project.ts';
import { areaOf } from './simplify.ts';
import { entry, item } from './sure.ts';
import { places } from './world.ts';

// Making a map takes seconds, more on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** The least board on which the whole map is shown; on a narrower screen the client enlarges a part of it. */
const SMALLEST = 1000;
/** The least target for a finger, in px of the screen. */
const TARGET = 44;

const read = (name: string) => readFileSync(new URL(`../src/gen/${name}`, import.meta.url), 'utf8');
const text = { map: read('world-map.json'), land: read('world-land.svg') };
const map = { ...JSON.parse(text.map), land: / d="([^"]*)"/.exec(text.land)?.[1] ?? '' } as WorldMap;
const board = readBoard();
const ids = board.cities.map((city) => city.id);
const names = readNames(ids);
const at = Object.fromEntries(
	Object.entries(map.cities).map(([id, { x, y }]): [string, Point] => [id, [x, y]]),
);
const land = readPath(map.land);
const bend = bending(at);

describe('the map of the world', () => {
	it('is what make.ts makes', () => {
		expect(write(build(board, names, readAtlas())), 'run `node map/make.ts`').toEqual(text);
	});

	it('is small', () => {
		expect(gzipSync(text.map + text.land).length).toBeLessThanOrEqual(25_000);
	});

	it('has every city of the board, within the frame', () => {
		expect(Object.keys(map.cities)).toEqual(ids);
		for (const [x, y] of Object.values(at)) {
			expect(x > 60 && x < WIDTH - 60 && y > 60 && y < HEIGHT - 60).toBe(true);
		}
	});

	it('gives every city the room of a finger', () => {
		expect(crowded(at, (TARGET * WIDTH) / SMALLEST)).toEqual([]);
		expect(crowded(at, 73)).toEqual([]);
	});

	it('keeps the directions between near cities', () => {
		expect(turned(at, places, 200, 35)).toEqual([]);
	});

	it('has every city on land', () => {
		expect(atSea(at, land)).toEqual([]);
	});

	it('is nowhere folded', () => {
		expect(folded(bend, { left: -40, top: -40, right: WIDTH + 40, bottom: HEIGHT + 40 }, 6, 0.15)).toEqual(
			[],
		);
	});

	it('keeps land land and lakes lakes', () => {
		const atlas = readAtlas();
		for (const ring of projectRings(feature(atlas, atlas.objects.land))) {
			if (Math.abs(areaOf(ring)) < 5 || ring.some(([, y]) => y > HEIGHT + 40)) continue;
			const growth = areaOf(ring.map(bend)) / areaOf(ring);
			expect(growth, `the ring at ${ring[0]}`).toBeGreaterThan(0.2);
			expect(growth, `the ring at ${ring[0]}`).toBeLessThan(12);
		}
		expect(knotted(land)).toEqual([]);
	});

	it.each([0, 1])('never writes a name over a city or a name (language %i)', (language) => {
		expect(hidden(map.cities, names, language)).toEqual([]);
	});

	it('has every link of the board once, from city to city', () => {
		expect(unlinked(map.links, board.links)).toEqual([]);
		expect(loose(map.links, at)).toEqual([]);
		expect(trespassing(map.links, at, 22)).toEqual([]);
	});

	it('leads three links across the Pacific', () => {
		const across = map.links.filter((link) => 'pacific' in link).map(({ a, b }) => `${a} ${b}`);
		expect(across).toEqual(['los-angeles sydney', 'manila san-francisco', 'san-francisco tokyo']);
	});
});

describe('the checks find', () => {
	const of = (id: string): Point => entry(at, id);
	const moved = (id: string, to: Point) => ({ ...at, [id]: to });
	const swapped = (a: string, b: string) => ({ ...at, [a]: of(b), [b]: of(a) });

	it('crowded cities', () => {
		const [x, y] = of('london');
		expect(crowded(moved('paris', [x + 60, y]), 73)).toContain('london and paris are crowded');
	});

	it('cities that changed sides', () => {
		const found = turned(swapped('osaka', 'tokyo'), places, 200, 35);
		expect(found).toContain('osaka is not where one looks for it from tokyo');
	});

	it('a city at sea or in a lake', () => {
		expect(atSea(moved('lagos', [600, 700]), land)).toEqual(['lagos is at sea']);
		const caspian = land.reduce((most, ring) => (areaOf(ring) < areaOf(most) ? ring : most));
		const middle = caspian.reduce<Point>(
			([x, y], p) => [x + p[0] / caspian.length, y + p[1] / caspian.length],
			[0, 0],
		);
		expect(atSea(moved('tehran', middle), land)).toEqual(['tehran is at sea']);
	});

	it('a fold', () => {
		const europe = { left: 600, top: 60, right: 1000, bottom: 400 };
		expect(folded(bending(swapped('london', 'moscow')), europe, 8, 0.15)).not.toEqual([]);
	});

	it('a shore that crosses itself', () => {
		// biome-ignore format: a ring reads best in one line
		expect(knotted([[[0, 0], [10, 10], [10, 0], [0, 10]]])).toHaveLength(1);
	});

	it('names over cities and names', () => {
		const essenAt = (x: number, y: number) => {
			const essen = { ...entry(map.cities, 'essen'), label: { x, y, anchor: 'middle' as const } };
			return { ...map.cities, essen };
		};
		expect(hidden(essenAt(...of('milan')), names, 0)).toContain('the name of essen covers milan');
		const { x, y } = entry(map.cities, 'milan').label;
		expect(hidden(essenAt(x, y), names, 1)).toContain('the names of essen and milan overlap');
	});

	it('links that are missing, foreign or double', () => {
		const foreign: Link = { a: 'lima', b: 'lagos', points: [of('lima'), of('lagos')] };
		expect(unlinked(map.links.slice(1), board.links)).toEqual(['algiers–cairo is missing']);
		expect(unlinked([...map.links, foreign], board.links)).toEqual(['lagos–lima is not on the board']);
		expect(unlinked([...map.links, item(map.links, 0)], board.links)).toEqual([
			'algiers–cairo is drawn twice',
		]);
	});

	it('links that end beside a city, beside the edge or beside their other half', () => {
		const [a, b] = ['sydney', 'los-angeles'];
		const across = (...edge: [Point, Point]): Link => {
			return {
				a,
				b,
				pacific: true,
				segments: [
					[of(a), edge[0]],
					[edge[1], of(b)],
				],
			};
		};
		expect(loose([across([WIDTH, 500], [0, 500])], at)).toEqual([]);
		expect(loose([across([WIDTH, 500], [0, 501])], at)).toEqual(['los-angeles–sydney is loose']);
		expect(loose([across([WIDTH, 500], [9, 500])], at)).toEqual(['los-angeles–sydney is loose']);
		expect(loose([{ a, b, points: [of(a), [0, 0]] }], at)).toEqual(['los-angeles–sydney is loose']);
	});

	it('a link through a city', () => {
		const [mx, my] = of('algiers');
		const link: Link = {
			a: 'madrid',
			b: 'cairo',
			points: [
				[mx - 90, my],
				[mx + 90, my + 5],
			],
		};
		expect(trespassing([link], at, 22)).toEqual(['cairo–madrid runs through algiers']);
	});
});
