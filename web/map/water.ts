import { snap } from './path.ts';
import type { Point, Ring } from './project.ts';
import type { Sheet } from './sheet.ts';
import { areaOf, sides, simplify } from './simplify.ts';
import { item } from './sure.ts';

// Draws the sea as engravers did: lines that follow the shore, each farther out than the last. Each line is
// a contour of the distance from the shore, measured on a fine grid.

/** The distance between grid points, in px. */
const STEP = 3;
/** The smallest area, in px², that a water line must enclose to be drawn. */
const PUDDLE = 120;

/** The distance from the shore at every grid point: in px, negative on land, capped at a maximum. */
export type Field = { left: number; top: number; columns: number; rows: number; far: number[] };

type Fineness = Pick<Sheet, 'grain' | 'care'>;

/**
 * waterLine returns the line in the sea at a given distance from the shore, as rings of corners on the path's
 * grid.
 */
export const waterLine = (shores: Ring[], far: number, fine: Fineness): Ring[] =>
	lineIn(fieldOf(shores, far + 2 * STEP), far, fine);

/**
 * lineIn returns the contour of a field at a given distance from the shore. The field must extend beyond
 * it.
 */
export function lineIn(field: Field, far: number, { grain, care }: Fineness): Ring[] {
	return contour(field, far)
		.filter((ring) => Math.abs(areaOf(ring)) > PUDDLE)
		.map((ring) => simplify(ring, grain, care).map(snap))
		.filter((ring) => ring.length > 0);
}

/** farFrom returns a point's distance from the shore, read from the nearest grid point. */
export function farFrom({ left, top, columns, rows, far }: Field, [x, y]: Point): number {
	const [column, row] = [Math.round((x - left) / STEP), Math.round((y - top) / STEP)];
	if (column < 0 || row < 0 || column >= columns || row >= rows) return Number.POSITIVE_INFINITY;
	return item(far, row * columns + column);
}

/** fieldOf measures the distance of every grid point from the given shores. */
export function fieldOf(shores: Ring[], most: number): Field {
	const points = shores.flat();
	const least = (of: (p: Point) => number) =>
		points.reduce((low, p) => Math.min(low, of(p)), Number.MAX_VALUE);
	const left = least(([x]) => x) - most - STEP;
	const top = least(([, y]) => y) - most - STEP;
	const columns = Math.ceil((-least(([x]) => -x) + most + STEP - left) / STEP) + 1;
	const rows = Math.ceil((-least(([, y]) => -y) + most + STEP - top) / STEP) + 1;
	const field: Field = { left, top, columns, rows, far: new Array<number>(columns * rows).fill(most) };
	const all = shores.flatMap(sides);
	for (const side of all) stamp(field, side, most);
	flood(field, all);
	return field;
}

/** stamp updates the grid points around one side of a shore with their distance from it. */
function stamp({ left, top, columns, far }: Field, [[ax, ay], [bx, by]]: [Point, Point], most: number): void {
	const [dx, dy] = [bx - ax, by - ay];
	const span = (a: number, b: number, from: number) => [
		Math.ceil((Math.min(a, b) - most - from) / STEP),
		Math.floor((Math.max(a, b) + most - from) / STEP),
	];
	const [x0 = 0, x1 = 0] = span(ax, bx, left);
	const [y0 = 0, y1 = 0] = span(ay, by, top);
	for (let row = y0; row <= y1; row++) {
		for (let column = x0; column <= x1; column++) {
			const [x, y] = [left + column * STEP - ax, top + row * STEP - ay];
			const t = Math.min(1, Math.max(0, (x * dx + y * dy) / (dx * dx + dy * dy || 1)));
			const i = row * columns + column;
			far[i] = Math.min(item(far, i), Math.hypot(x - t * dx, y - t * dy));
		}
	}
}

/**
 * flood negates the distances of all grid points on land. Along a row, land is between the first and second
 * crossing of a shore, the third and fourth, and so on.
 */
function flood({ left, top, columns, rows, far }: Field, all: [Point, Point][]): void {
	const shores = Array.from({ length: rows }, (): number[] => []);
	for (const [[ax, ay], [bx, by]] of all) {
		const end = Math.ceil((Math.max(ay, by) - top) / STEP);
		for (let row = Math.floor((Math.min(ay, by) - top) / STEP); row <= end; row++) {
			const y = top + row * STEP;
			if (ay > y !== by > y) item(shores, row).push(ax + ((bx - ax) * (y - ay)) / (by - ay));
		}
	}
	shores.forEach((found, row) => {
		found.sort((a, b) => a - b);
		for (let k = 0; k + 1 < found.length; k += 2) {
			const to = (item(found, k + 1) - left) / STEP;
			for (let column = Math.ceil((item(found, k) - left) / STEP); column < to; column++) {
				const i = row * columns + column;
				far[i] = -item(far, i);
			}
		}
	});
}

/**
 * contour returns the rings along which a field has a given value. A ring enters a grid cell through a side
 * on which the field rises above the value. It leaves through the next side clockwise on which the field
 * falls below it, into the adjacent cell.
 */
function contour({ left, top, columns, rows, far }: Field, value: number): Ring[] {
	const next = new Map<number, number>();
	for (let row = 0; row + 1 < rows; row++) {
		for (let column = 0; column + 1 < columns; column++) {
			const i = row * columns + column;
			const corners = [i, i + 1, i + columns + 1, i + columns];
			const over = corners.map((corner) => item(far, corner) > value);
			// A side's key is twice the index of its first corner, plus one if the side is vertical.
			const names = [2 * i, 2 * i + 3, 2 * (i + columns), 2 * i + 1];
			for (let k = 0; k < 4; k++) {
				if (over[k] || !over[(k + 1) % 4]) continue;
				const back = [1, 2, 3].find((n) => over[(k + n) % 4] && !over[(k + n + 1) % 4]) ?? 0;
				next.set(item(names, k), item(names, (k + back) % 4));
			}
		}
	}
	const pointOf = (side: number): Point => {
		const i = side >> 1;
		const [a, b] = [item(far, i), item(far, side % 2 ? i + columns : i + 1)];
		const part = ((value - a) / (b - a)) * STEP;
		const [x, y] = [left + (i % columns) * STEP, top + Math.floor(i / columns) * STEP];
		return side % 2 ? [x, y + part] : [x + part, y];
	};
	const rings: Ring[] = [];
	for (const start of next.keys()) {
		const ring: Ring = [];
		for (let side: number | undefined = start; side !== undefined; ) {
			const to: number | undefined = next.get(side);
			if (to !== undefined) ring.push(pointOf(side));
			next.delete(side);
			side = to;
		}
		rings.push(ring);
	}
	return rings;
}
