import type { Board } from './board.ts';
import type { City } from './build.ts';
import { boxOf, covers, type Names, overlap } from './labels.ts';
import { along, distance, type Link, linesOf } from './links.ts';
import type { Box, Point, Ring } from './project.ts';
import { bounded, citiesOf, facesOf } from './regions.ts';
import { pairs } from './relax.ts';
import type { Sheet } from './sheet.ts';
import { crossings, cut, inside, sides } from './simplify.ts';
import { type Bend, stretchOf } from './spline.ts';
import { entry, item, last } from './sure.ts';

// Checks of a map's quality. Each returns a list of the problems that it found, as texts.

type Standings = Record<string, Point>;
type Cities = Record<string, City>;

/** crowded finds cities that are too close together to be picked with a finger. */
export const crowded = (at: Standings, apart: number): string[] =>
	pairs(Object.entries(at))
		.filter(([[, p], [, q]]) => Math.hypot(p[0] - q[0], p[1] - q[1]) < apart)
		.map(([[a], [b]]) => `${a} and ${b} are crowded`);

/**
 * turned finds pairs of neighbouring cities whose direction on the map differs too much from the true
 * direction.
 */
export const turned = (
	at: Standings,
	{ projection, places }: Sheet,
	near: number,
	degrees: number,
): string[] =>
	pairs(Object.keys(at))
		.filter(([a, b]) => {
			const [p, q] = [projection.point(entry(places, a)), projection.point(entry(places, b))];
			if (Math.hypot(p[0] - q[0], p[1] - q[1]) > near) return false;
			const turn = bearing(entry(at, a), entry(at, b)) - bearing(p, q);
			return Math.cos(turn) < Math.cos((degrees * Math.PI) / 180);
		})
		.map(([a, b]) => `${b} is not where one looks for it from ${a}`);

const bearing = (p: Point, q: Point): number => Math.atan2(q[1] - p[1], q[0] - p[0]);

/** atSea finds cities that are not on land. */
export const atSea = (at: Standings, land: Ring[]): string[] =>
	Object.entries(at)
		.filter(([, p]) => !inside(p, land))
		.map(([id]) => `${id} is at sea`);

/** inland finds ports that are too far from the shore. */
export const inland = (ports: string[], at: Standings, land: Ring[], far: number): string[] =>
	ports
		.filter((id) => land.flatMap(sides).every((side) => distance(entry(at, id), side) > far))
		.map((id) => `${id} is not at the shore`);

/**
 * folded finds points at which a deformation folds the map over, or nearly does. It tests a box in steps of
 * a few px.
 */
export function folded(bend: Bend, box: Box, step: number, least: number): string[] {
	const out: string[] = [];
	for (let x = box.left; x <= box.right; x += step) {
		for (let y = box.top; y <= box.bottom; y += step) {
			if (stretchOf(bend, [x, y]) < least) out.push(`the map folds at ${x},${y}`);
		}
	}
	return out;
}

/** knotted finds shores that cross themselves. */
export const knotted = (land: Ring[]): string[] =>
	land.filter((ring) => crossings(ring).length > 0).map((ring) => `the shore at ${ring[0]} crosses itself`);

/** hidden finds names that cover a city or another name in the given language. */
export function hidden(cities: Cities, names: Names, language: number): string[] {
	const boxes = Object.entries(cities).map(([id, { label }]) => {
		return { id, box: boxOf(label, item(entry(names, id), language)) };
	});
	const onCities = boxes.flatMap(({ id, box }) =>
		Object.entries(cities)
			.filter(([, { x, y }]) => covers(box, [x, y]))
			.map(([other]) => `the name of ${id} covers ${other}`),
	);
	const onNames = pairs(boxes)
		.filter(([a, b]) => overlap(a.box, b.box))
		.map(([a, b]) => `the names of ${a.id} and ${b.id} overlap`);
	return [...onCities, ...onNames];
}

const nameOf = ([a, b]: [string, string]): string => [a, b].sort().join('–');

/** unlinked finds duplicate links, and links that only the board or only the map has. */
export function unlinked(links: Link[], board: [string, string][]): string[] {
	const drawn = links.map(({ a, b }) => nameOf([a, b]));
	const wanted = board.map(nameOf);
	return [
		...wanted.filter((link) => !drawn.includes(link)).map((link) => `${link} is missing`),
		...drawn.filter((link) => !wanted.includes(link)).map((link) => `${link} is not on the board`),
		...drawn.filter((link, i) => drawn.indexOf(link) !== i).map((link) => `${link} is drawn twice`),
	];
}

/**
 * loose finds links that do not reach their cities. It also finds links across the Pacific whose halves miss
 * the map's edges or each other.
 */
export function loose(links: Link[], at: Standings, { width }: Sheet): string[] {
	const same = (p: Point, q: Point) => p[0] === q[0] && p[1] === q[1];
	const good = (link: Link): boolean => {
		const lines = linesOf(link);
		const [first, final] = [item(lines, 0), last(lines)];
		if (!same(first[0], entry(at, link.a)) || !same(last<Point>(final), entry(at, link.b))) return false;
		if ('points' in link) return true;
		const [leave, back] = [last<Point>(first), final[0]];
		return leave[1] === back[1] && Math.min(leave[0], back[0]) === 0 && Math.max(leave[0], back[0]) === width;
	};
	return links.filter((link) => !good(link)).map(({ a, b }) => `${nameOf([a, b])} is loose`);
}

/** trespassing finds links that run too close to a city other than their own. */
export const trespassing = (links: Link[], at: Standings, clear: number): string[] =>
	links.flatMap((link) =>
		Object.entries(at)
			.filter(([id]) => id !== link.a && id !== link.b)
			.filter(([, p]) => linesOf(link).some((line) => distance(p, line) < clear))
			.map(([id]) => `${nameOf([link.a, link.b])} runs through ${id}`),
	);

/** crossed finds links that cross each other. */
export const crossed = (links: Link[]): string[] =>
	pairs(links)
		.filter(([one, other]) => pieces(one).some((p) => pieces(other).some((q) => cut(p, q))))
		.map(([one, other]) => `${nameOf([one.a, one.b])} crosses ${nameOf([other.a, other.b])}`);

/** pieces returns the straight segments of a link; a curve is split into short segments. */
const pieces = (link: Link): [Point, Point][] =>
	linesOf(link).flatMap((line) => {
		const points = line.length === 2 ? line : along(line);
		return points.slice(1).map((p, i): [Point, Point] => [item(points, i), p]);
	});

/** unbounded finds regions that no links enclose, and enclosed areas that are not regions of the board. */
export function unbounded(links: Link[], regions: NonNullable<Board['regions']>): string[] {
	const drawn = facesOf(links)
		.filter(bounded)
		.map((face) => citiesOf(face).toSorted().join(' '));
	const wanted = regions.map(({ cities }) => cities.toSorted().join(' '));
	return [
		...wanted.filter((cities) => !drawn.includes(cities)).map((cities) => `nothing encloses ${cities}`),
		...drawn.filter((cities) => !wanted.includes(cities)).map((cities) => `${cities} is no region`),
	];
}
