import type { Point, Ring } from './project.ts';
import { item } from './sure.ts';

/** Coordinates are written in fifths of a pixel: fine enough for a map enlarged four times. */
const FINE = 5;

/** round puts a point on the grid on which the map is written. */
export const round = ([x, y]: Point): Point => [Math.round(x * FINE) / FINE, Math.round(y * FINE) / FINE];

/** snap puts a corner of a shore on a grid half as fine, so that what lies half way between two is written exactly. */
export const snap = ([x, y]: Point): Point => {
	const [u, v] = round([x / 2, y / 2]);
	return [u * 2, v * 2];
};

const half = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** arcs gives the curves of a shore: around each corner, from half way before it to half way after it. */
const arcs = (ring: Ring): { from: Point; corner: Point; to: Point }[] =>
	ring.map((corner, i) => ({
		from: half(item(ring, (i + ring.length - 1) % ring.length), corner),
		corner,
		to: half(corner, item(ring, (i + 1) % ring.length)),
	}));

/** smooth gives points on the shore that a ring of corners is drawn as. */
export const smooth = (ring: Ring): Ring =>
	arcs(ring).flatMap(({ from, corner, to }) => [from, half(half(from, corner), half(corner, to))]);

/** short writes the way from one point to another as SVG allows it, without zeros before a point. */
function short([ax, ay]: Point, [bx, by]: Point): string {
	const [x, y] = [bx - ax, by - ay].map((v) =>
		String(Math.round(v * FINE) / FINE).replace(/^(-?)0\./, '$1.'),
	);
	return join(String(x), String(y));
}

const join = (a: string, b: string): string => (b.startsWith('-') ? a + b : `${a} ${b}`);

/**
 * writePath writes shores, each a ring of corners, as one SVG path. A shore is smooth: it turns from half way
 * to half way between corners, in curves of which every corner is the control point. SVG finds each of them by
 * itself as the mirror of the one before (the command t), so a curve costs no more than a line.
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

/** writeLines writes lines that are no rings as one SVG path, straight from corner to corner. */
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

/** readPath gives points on the shores of a path that writePath wrote. */
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
