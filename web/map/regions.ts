import type { Board } from './board.ts';
import { along, distance, type Line, type Link } from './links.ts';
import type { Box, Disc, Point, Ring } from './project.ts';
import { areaOf, inside } from './simplify.ts';
import { item, last } from './sure.ts';

/** An area enclosed by links: its outline as an SVG path, and the largest free disc in it. */
export type Region = { outline: string } & Disc;

/** A link, followed in one direction. */
export type DirectedLink = { from: string; to: string; line: Line };

/** The radius in px of the space that a city's pieces take: its disc, cubes and a pawn. */
const PIECES = 26;
/** The steps of the search for a free disc, in px: first over the whole face, then around the best point. */
const STEPS = [6, 1];

const back = ({ from, to, line }: DirectedLink): DirectedLink => ({
	from: to,
	to: from,
	line: line.toReversed() as Line,
});

/**
 * facesOf returns the faces of the plane: the areas into which links divide it, each as the directed links
 * around it. One face is the outside.
 */
export function facesOf(links: Link[]): DirectedLink[][] {
	const directed = links.flatMap((link): DirectedLink[] => {
		if (!('points' in link)) throw new Error(`${link.a}–${link.b} leaves the map`);
		const there = { from: link.a, to: link.b, line: link.points };
		return [there, back(there)];
	});
	const leaving = Map.groupBy(directed, (link) => link.from);
	for (const some of leaving.values()) some.sort((v, w) => heading(v) - heading(w));
	/** After reaching a city, a face continues along the next link, always turning to the same side. */
	const next = (link: DirectedLink): DirectedLink => {
		const some = leaving.get(link.to) ?? [];
		const home = some.findIndex((w) => w.to === link.from);
		return item(some, (home + 1) % some.length);
	};
	const left = new Set(directed);
	const faces: DirectedLink[][] = [];
	for (const start of left) {
		const face: DirectedLink[] = [];
		for (let link = start; left.delete(link); link = next(link)) face.push(link);
		faces.push(face);
	}
	return faces;
}

const heading = ({ line: [[ax, ay], [bx, by]] }: DirectedLink): number => Math.atan2(by - ay, bx - ax);

export const citiesOf = (face: DirectedLink[]): string[] => face.map((link) => link.from);

/** ringOf returns points along the outline of a face. */
export const ringOf = (face: DirectedLink[]): Ring =>
	face.flatMap(({ line }) => (line.length === 2 ? [line[0]] : along(line).slice(0, -1)));

/**
 * bounded reports whether a face is enclosed by links. The links around the outside run in the opposite
 * direction.
 */
export const bounded = (face: DirectedLink[]): boolean => areaOf(ringOf(face)) < 0;

/**
 * regionsOf returns every region of the board. Each has the point that is farthest from links, cities and
 * names.
 */
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

function outline(face: DirectedLink[]): string {
	const [x, y] = item(face, 0).line[0];
	return `${face.reduce((path, { line }) => {
		const [u, v] = last<Point>(line);
		return line.length === 2 ? `${path}L${u} ${v}` : `${path}Q${line[1].join(' ')} ${u} ${v}`;
	}, `M${x} ${y}`)}Z`;
}

/** freest returns the largest disc in a face that touches no link, piece or name. */
function freest(face: DirectedLink[], cities: Point[], names: Box[]): Disc {
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
