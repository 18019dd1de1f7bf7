import { describe, expect, it } from 'vitest';
import { bending } from './bending.ts';
import { atSea, crowded, folded, hidden, knotted, loose, trespassing, turned, unlinked } from './check.ts';
import type { Link } from './links.ts';
import { readMade } from './made.ts';
import type { Point } from './project.ts';
import { areaOf } from './simplify.ts';
import { entry, item } from './sure.ts';
import { sheet as world } from './world.ts';

const { board, names, plan, at, land } = readMade(world);

describe('the map of the world', () => {
	it('leads three links across the Pacific', () => {
		const across = plan.links.filter((link) => 'pacific' in link).map(({ a, b }) => `${a} ${b}`);
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
		const found = turned(swapped('osaka', 'tokyo'), world, 200, 35);
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
		expect(folded(bending(world, swapped('london', 'moscow')), europe, 8, 0.15)).not.toEqual([]);
	});

	it('a shore that crosses itself', () => {
		// biome-ignore format: a ring reads best in one line
		expect(knotted([[[0, 0], [10, 10], [10, 0], [0, 10]]])).toHaveLength(1);
	});

	it('names over cities and names', () => {
		const essenAt = (x: number, y: number) => {
			const essen = { ...entry(plan.cities, 'essen'), label: { x, y, anchor: 'middle' as const } };
			return { ...plan.cities, essen };
		};
		expect(hidden(essenAt(...of('milan')), names, 0)).toContain('the name of essen covers milan');
		const { x, y } = entry(plan.cities, 'milan').label;
		expect(hidden(essenAt(x, y), names, 1)).toContain('the names of essen and milan overlap');
	});

	it('links that are missing, foreign or double', () => {
		const foreign: Link = { a: 'lima', b: 'lagos', points: [of('lima'), of('lagos')] };
		expect(unlinked(plan.links.slice(1), board.links)).toEqual(['algiers–cairo is missing']);
		expect(unlinked([...plan.links, foreign], board.links)).toEqual(['lagos–lima is not on the board']);
		expect(unlinked([...plan.links, item(plan.links, 0)], board.links)).toEqual([
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
		expect(loose([across([world.width, 500], [0, 500])], at, world)).toEqual([]);
		expect(loose([across([world.width, 500], [0, 501])], at, world)).toEqual(['los-angeles–sydney is loose']);
		expect(loose([across([world.width, 500], [9, 500])], at, world)).toEqual(['los-angeles–sydney is loose']);
		expect(loose([{ a, b, points: [of(a), [0, 0]] }], at, world)).toEqual(['los-angeles–sydney is loose']);
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
