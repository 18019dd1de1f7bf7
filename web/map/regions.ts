import type { Board } from './board.ts';
import { along, distance, type Line, type Link } from './links.ts';
import type { Box, Disc, Point, Ring } from './project.ts';
import { areaOf, inside } from './simplify.ts';
import { item, last } from './sure.ts';

/** What some links enclose: its outline as an SVG path, and the widest free place in it. */
export type Region = { outline: string } & Disc;

/** A link as one walks it, from a city to a city. */
export type Way = { from: string; to: string; line: Line };

/** The pieces of a city take this much room about it: its disc, cubes, a pawn. */
const PIECES = 26;
/** How finely a free place is looked for, first and then about the best found, in px. */
const STEPS = [6, 1];

const back = ({ from, to, line }: Way): Way => ({ from: to, to: from, line: line.toReversed() as Line });

/** facesOf gives the areas into which links part the plane, each by the ways around it, one of them the outside. */
export function facesOf(links: Link[]): Way[][] {
	const ways = links.flatMap((link): Way[] => {
		if (!('points' in link)) throw new Error(`${link.a}–${link.b} leaves the map`);
		const way = { from: link.a, to: link.b, line: link.points };
		return [way, back(way)];
	});
	const leaving = Map.groupBy(ways, (way) => way.from);
	for (const some of leaving.values()) some.sort((v, w) => heading(v) - heading(w));
	/** The next way around a face is the one that turns off first on arrival. */
	const next = (way: Way): Way => {
		const some = leaving.get(way.to) ?? [];
		const home = some.findIndex((w) => w.to === way.from);
		return item(some, (home + 1) % some.length);
	};
	const left = new Set(ways);
	const faces: Way[][] = [];
	for (const start of left) {
		const face: Way[] = [];
		for (let way = start; left.delete(way); way = next(way)) face.push(way);
		faces.push(face);
	}
	return faces;
}

const heading = ({ line: [[ax, ay], [bx, by]] }: Way): number => Math.atan2(by - ay, bx - ax);

export const citiesOf = (face: Way[]): string[] => face.map((way) => way.from);

/** ringOf gives points along the outline of a face. */
export const ringOf = (face: Way[]): Ring =>
	face.flatMap(({ line }) => (line.length === 2 ? [line[0]] : along(line).slice(0, -1)));

/** bounded tells a face from the outside, around which the ways run the other way. */
export const bounded = (face: Way[]): boolean => areaOf(ringOf(face)) < 0;

/** regionsOf gives every region of the board, with the place in it that is freest of links, cities and names. */
export function regionsOf(
	regions: NonNullable<Board['regions']>,
	links: Link[],
	at: Record<string, Point>,
	names: Box[],
): Record<string, Region> {
	const key = (cities: string[]) => cities.toSorted().join(' ');
	const faces = new Map(
		facesOf(links)
			.filter(bounded)
			.map((face) => [key(citiesOf(face)), face]),
	);
	return Object.fromEntries(
		regions.map(({ id, cities }) => {
			const face = faces.get(key(cities));
			if (!face) throw new Error(`no links enclose the region ${id}: ${cities.join(', ')}`);
			return [id, { outline: outline(face), ...freest(face, Object.values(at), names) }];
		}),
	);
}

function outline(face: Way[]): string {
	const [x, y] = item(face, 0).line[0];
	return `${face.reduce((path, { line }) => {
		const [u, v] = last<Point>(line);
		return line.length === 2 ? `${path}L${u} ${v}` : `${path}Q${line[1].join(' ')} ${u} ${v}`;
	}, `M${x} ${y}`)}Z`;
}

/** freest gives the middle and the radius of the largest disc in a face that touches no link, piece or name. */
function freest(face: Way[], cities: Point[], names: Box[]): Disc {
	const ring = ringOf(face);
	const room = ([x, y]: Point): number => {
		let free = Number.POSITIVE_INFINITY;
		for (const { line } of face) free = Math.min(free, distance([x, y], line));
		for (const [u, v] of cities) free = Math.min(free, Math.hypot(u - x, v - y) - PIECES);
		for (const box of names) free = Math.min(free, apart(box, [x, y]));
		return free;
	};
	const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
	let around: Box = {
		left: Math.min(...xs),
		top: Math.min(...ys),
		right: Math.max(...xs),
		bottom: Math.max(...ys),
	};
	let best: Disc = { x: 0, y: 0, r: Number.NEGATIVE_INFINITY };
	for (const step of STEPS) {
		for (let x = Math.ceil(around.left); x <= around.right; x += step) {
			for (let y = Math.ceil(around.top); y <= around.bottom; y += step) {
				const r = inside([x, y], [ring]) ? room([x, y]) : Number.NEGATIVE_INFINITY;
				if (r > best.r) best = { x, y, r };
			}
		}
		const { x, y } = best;
		around = { left: x - step, top: y - step, right: x + step, bottom: y + step };
	}
	return { ...best, r: Math.floor(best.r) };
}

const apart = (box: Box, [x, y]: Point): number =>
	Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
