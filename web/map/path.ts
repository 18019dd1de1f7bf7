import type { Point, Ring } from './project.ts';
import { item } from './sure.ts';

/** Coordinates are written in fifths of a pixel: precise enough for a map zoomed four times. */
const FINE = 5;

/** round rounds a point to the grid of the written map. */
export const round = ([x, y]: Point): Point => [Math.round(x * FINE) / FINE, Math.round(y * FINE) / FINE];

/**
 * snap rounds a corner of a shore to a grid with twice the step, so that the midpoint of two corners is
 * exact.
 */
export const snap = ([x, y]: Point): Point => {
	const [u, v] = round([x / 2, y / 2]);
	return [u * 2, v * 2];
};

const half = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/**
 * arcs returns the curves of a shore, one per corner: each runs from the middle of the side before the
 * corner to the middle of the side after it.
 */
const arcs = (ring: Ring): { from: Point; corner: Point; to: Point }[] =>
	ring.map((corner, i) => ({
		from: half(item(ring, (i + ring.length - 1) % ring.length), corner),
		corner,
		to: half(corner, item(ring, (i + 1) % ring.length)),
	}));

/** smooth returns points along the curves that are drawn for a ring of corners. */
export const smooth = (ring: Ring): Ring =>
	arcs(ring).flatMap(({ from, corner, to }) => [from, half(half(from, corner), half(corner, to))]);

/**
 * short returns the vector between two points in the shortest form that SVG allows, without leading zeros.
 */
function short([ax, ay]: Point, [bx, by]: Point): string {
	const [x, y] = [bx - ax, by - ay].map((v) =>
		String(Math.round(v * FINE) / FINE).replace(/^(-?)0\./, '$1.'),
	);
	return join(String(x), String(y));
}

const join = (a: string, b: string): string => (b.startsWith('-') ? a + b : `${a} ${b}`);

/**
 * writePath writes shores, each a ring of corners, as one SVG path. A shore is a chain of curves between
 * the midpoints of its sides, with the corners as control points. SVG's command t mirrors the previous
 * control point, so a curve needs no more characters than a line.
 */
export function writePath(rings: Ring[]): string {
	let path = '';
	for (const ring of rings) {
		arcs(ring).forEach(({ from, corner, to }, i) => {
			if (i === 0) path += `M${short([0, 0], from)}q${join(short(from, corner), short(from, to))}`;
			else if (i === 1) path += `t${short(from, to)}`;
			else path = join(path, short(from, to));
		});
		path += 'z';
	}
	return path;
}

/** writeLines writes open lines as one SVG path, straight from corner to corner. */
export function writeLines(lines: Ring[]): string {
	let path = '';
	for (const line of lines) {
		line.forEach((p, i) => {
			if (i < 2) path += `${i === 0 ? 'M' : 'l'}${short(line[i - 1] ?? [0, 0], p)}`;
			else path = join(path, short(item(line, i - 1), p));
		});
	}
	return path;
}

/** readPath returns points along the shores of a path that writePath wrote. */
export const readPath = (path: string): Ring[] =>
	path
		.split('z')
		.filter((shore) => shore !== '')
		.map((shore) => {
			const steps = Array.from(
				shore.matchAll(/(-?[\d.]+) ?(-?[\d.]+)/g),
				([, x, y]): Point => [Number(x), Number(y)],
			);
			const add = (a: Point, b: Point) => round([a[0] + b[0], a[1] + b[1]]);
			let from = item(steps, 0);
			let corner = add(from, item(steps, 1));
			return steps.slice(2).flatMap((step) => {
				const to = add(from, step);
				const arc = [from, half(half(from, corner), half(corner, to))];
				corner = round([2 * to[0] - corner[0], 2 * to[1] - corner[1]]);
				from = to;
				return arc;
			});
		});
