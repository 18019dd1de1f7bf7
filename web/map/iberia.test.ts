import { describe, expect, it } from 'vitest';
import { atSea, crossed, inland, unbounded } from './check.ts';
import { sheet as iberia } from './iberia.ts';
import { boxOf } from './labels.ts';
import { distance, type Link, linesOf } from './links.ts';
import { readMade } from './made.ts';
import { readPath } from './path.ts';
import type { Disc, Point, Ring } from './project.ts';
import { bounded, citiesOf, facesOf, ringOf } from './regions.ts';
import { areaOf, inside } from './simplify.ts';
import { entry, item } from './sure.ts';

const { board, ids, names, plan, at, pathOf, land } = readMade(iberia);
const regions = plan.regions ?? {};
const { dotted = [], ports = [] } = board;
const of = (id: string): Point => entry(at, id);
/** The farthest that a port may be from the water, in px, so that its disc reaches the shore. */
const ASHORE = 12;
/** The smallest free radius that a region may have, in px: enough for a token with its number. */
const TOKEN = 20;

describe('the map of Iberia', () => {
	it('has its ports at the shore', () => {
		expect(ports).toHaveLength(19);
		expect(inland(ports, at, land, ASHORE)).toEqual([]);
	});

	it('has Palma on an island, and everyone else on the mainland', () => {
		const [mainland] = land.filter((ring) => inside(of('madrid'), [ring]));
		expect(atSea(at, [mainland ?? []])).toEqual(['palma-de-mallorca is at sea']);
	});

	it('has links that meet nowhere but in cities', () => {
		expect(crossed(plan.links)).toEqual([]);
	});

	it('dots the links without rails', () => {
		const found = plan.links.filter((link) => 'dotted' in link).map(({ a, b }) => [a, b].sort());
		expect(found.sort()).toEqual(dotted.map((ends) => ends.toSorted()).sort());
		expect(found).toHaveLength(6);
	});

	it('has the regions of the board between its links, and no other', () => {
		expect(unbounded(plan.links, board.regions ?? [])).toEqual([]);
		expect(facesOf(plan.links).filter((face) => !bounded(face))).toHaveLength(1);
		expect(Object.keys(regions)).toEqual(board.regions?.map(({ id }) => id));
		expect(Object.keys(regions)).toHaveLength(34);
	});

	it('outlines every region by its cities', () => {
		for (const { id, cities } of board.regions ?? []) {
			for (const city of cities) expect(entry(regions, id).outline).toContain(of(city).join(' '));
		}
	});

	it('has room in every region, free of links, cities and names', () => {
		const boxes = ids.flatMap((id) =>
			entry(names, id).map((name) => boxOf(entry(plan.cities, id).label, name)),
		);
		const faces = facesOf(plan.links).filter(bounded);
		for (const { id, cities } of board.regions ?? []) {
			const { x, y, r }: Disc = entry(regions, id);
			const face = faces.find((f) => citiesOf(f).toSorted().join() === cities.toSorted().join()) ?? [];
			expect(inside([x, y], [ringOf(face)]), id).toBe(true);
			expect(r, id).toBeGreaterThanOrEqual(TOKEN);
			for (const line of plan.links.flatMap(linesOf))
				expect(distance([x, y], line)).toBeGreaterThanOrEqual(r);
			for (const [u, v] of Object.values(at)) expect(Math.hypot(u - x, v - y)).toBeGreaterThan(r + 20);
			for (const { left, top, right, bottom } of boxes) {
				const [dx, dy] = [Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)];
				expect(Math.hypot(dx, dy), id).toBeGreaterThanOrEqual(r);
			}
		}
	});

	it('has lines in the water, each farther out, that keep off the land', () => {
		const { width, height } = iberia;
		const paper: Ring = [
			[0, 0],
			[width, 0],
			[width, height],
			[0, height],
		];
		const lines = iberia.water.map((_, i) => readPath(pathOf(`water-${i + 1}`)));
		const sea = (rings: typeof land) =>
			rings.reduce((most, ring) => Math.max(most, Math.abs(areaOf(ring))), 0);
		expect(lines).toHaveLength(3);
		for (const line of lines) {
			expect(line.flat().filter((p) => inside(p, [paper]) && inside(p, land))).toEqual([]);
		}
		expect([land, ...lines].map(sea)).toEqual([land, ...lines].map(sea).toSorted((a, b) => a - b));
	});

	it('has the borders of its countries', () => {
		expect(pathOf('borders')).toMatch(/^M/);
	});
});

describe('the checks find', () => {
	it('a port away from the shore', () => {
		expect(inland(['porto'], { porto: of('madrid') }, land, ASHORE)).toEqual(['porto is not at the shore']);
	});

	it('links that cross, and what they no longer enclose', () => {
		const link: Link = { a: 'burgos', b: 'madrid', points: [of('burgos'), of('madrid')] };
		const more = [...plan.links, link];
		const corner: Link = { a: 'salamanca', b: 'zaragoza', points: [of('salamanca'), of('zaragoza')] };
		expect(crossed(more)).toEqual([]);
		expect(crossed([...plan.links, corner]).length).toBeGreaterThan(0);
		const broken = unbounded(more, board.regions ?? []);
		expect(broken.filter((found) => found.startsWith('nothing encloses'))).toHaveLength(1);
		expect(broken.filter((found) => found.endsWith('is no region'))).toHaveLength(2);
		expect(unbounded(plan.links.slice(1), [item(board.regions ?? [], 20)]).length).toBeGreaterThan(0);
	});
});
