import { snap } from './path.ts';
import type { Point, Ring } from './project.ts';
import type { Sheet } from './sheet.ts';
import { areaOf, sides, simplify } from './simplify.ts';
import { item } from './sure.ts';

// Engravers drew the sea as lines that follow the shore, each farther out than the last. Such a line is where
// the distance from the shore, measured on a fine grid, has one value.

/** How fine the grid is, in px. */
const STEP = 3;
/** A line around less than this is left out, in px². */
const PUDDLE = 120;

/** The distance from the shore at every point of a grid: in px, less than nothing on land, and no more than is asked. */
export type Field = { left: number; top: number; columns: number; rows: number; far: number[] };

type Fineness = Pick<Sheet, 'grain' | 'care'>;

/** waterLine gives the line in the sea that is so far from the shores, as rings of corners on the grid of the path. */
export const waterLine = (shores: Ring[], far: number, fine: Fineness): Ring[] =>
	lineIn(fieldOf(shores, far + 2 * STEP), far, fine);

/** lineIn gives the line on which a field that reaches farther has a value. */
export function lineIn(field: Field, far: number, { grain, care }: Fineness): Ring[] {
	return contour(field, far)
		.filter((ring) => Math.abs(areaOf(ring)) > PUDDLE)
		.map((ring) => simplify(ring, grain, care).map(snap))
		.filter((ring) => ring.length > 0);
}

/** farFrom gives the distance from the shore at the point of a field that is nearest to a point. */
export function farFrom({ left, top, columns, rows, far }: Field, [x, y]: Point): number {
	const [column, row] = [Math.round((x - left) / STEP), Math.round((y - top) / STEP)];
	if (column < 0 || row < 0 || column >= columns || row >= rows) return Number.POSITIVE_INFINITY;
	return item(far, row * columns + column);
}

/** fieldOf measures how far the points of a grid are from some shores. */
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

/** stamp notes the distance from one side of a shore at the points about it. */
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

/** flood turns the distances of all points on land around: between every other two shores of a row there is land. */
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
 * contour gives the rings on which a field has a value. In every cell of the grid the ring runs from a side where
 * the field comes to exceed the value, going clockwise, to the next where it no longer does; there the next cell
 * takes over.
 */
function contour({ left, top, columns, rows, far }: Field, value: number): Ring[] {
	const next = new Map<number, number>();
	for (let row = 0; row + 1 < rows; row++) {
		for (let column = 0; column + 1 < columns; column++) {
			const i = row * columns + column;
			const corners = [i, i + 1, i + columns + 1, i + columns];
			const over = corners.map((corner) => item(far, corner) > value);
			// The sides are named by their first corner: twice its place, and one more for those that run down.
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
