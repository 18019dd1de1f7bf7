import type { Point } from './project.ts';
import { item } from './sure.ts';

export type Bend = (p: Point) => Point;

/** A point of the true map, such as a city's, and its position on the drawn map. */
export type Pin = { from: Point; to: Point };

/** kernel returns r² log r, the shape of a thin plate bent at one point. */
const kernel = (dx: number, dy: number): number => {
	const r2 = dx * dx + dy * dy;
	return r2 < 1e-9 ? 0 : 0.5 * r2 * Math.log(r2);
};

/**
 * thinPlate returns the smoothest deformation of the plane that moves every pin to its position. It is the
 * sum of a linear map and one kernel per pin.
 */
export function thinPlate(pins: Pin[]): Bend {
	const rows = pins.map(({ from: [x, y], to }) => [
		...pins.map((q) => kernel(x - q.from[0], y - q.from[1])),
		...[1, x, y],
		...to,
	]);
	const sides = [() => 1, (p: Pin) => p.from[0], (p: Pin) => p.from[1]];
	for (const side of sides) rows.push([...pins.map(side), 0, 0, 0, 0, 0]);
	const weights = solve(rows);
	const [shift, across, down] = [0, 1, 2].map((k) => item(weights, pins.length + k)) as [Point, Point, Point];
	const bumps = pins.map(({ from }, i) => ({ from, weight: item(weights, i) }));
	return ([x, y]) => {
		let bx = shift[0] + across[0] * x + down[0] * y;
		let by = shift[1] + across[1] * x + down[1] * y;
		for (const { from, weight } of bumps) {
			const u = kernel(x - from[0], y - from[1]);
			bx += weight[0] * u;
			by += weight[1] * u;
		}
		return [bx, by];
	};
}

/**
 * solve solves n linear equations in n unknowns for two right-hand sides, the last two columns of the rows.
 */
function solve(rows: number[][]): Point[] {
	const left = [...rows];
	const done: number[][] = [];
	for (let c = 0; c < rows.length; c++) {
		const size = (row: number[]) => Math.abs(item(row, c));
		const pivot = left.reduce((best, row) => (size(row) > size(best) ? row : best));
		left.splice(left.indexOf(pivot), 1);
		done.push(pivot);
		for (const row of left) {
			const f = item(row, c) / item(pivot, c);
			for (let k = c; k < row.length; k++) row[k] = item(row, k) - f * item(pivot, k);
		}
	}
	// Back substitution: every unknown follows from the ones after it.
	const known: Point[] = [];
	for (let r = rows.length - 1; r >= 0; r--) {
		const row = item(done, r);
		let [x, y] = [item(row, rows.length), item(row, rows.length + 1)];
		known.forEach(([kx, ky], i) => {
			const f = item(row, r + 1 + i);
			x -= f * kx;
			y -= f * ky;
		});
		known.unshift([x / item(row, r), y / item(row, r)]);
	}
	return known;
}

/**
 * stretchOf returns the factor by which a deformation enlarges areas at a point: the determinant of its
 * derivative. If it is not positive, the map is folded there.
 */
export function stretchOf(bend: Bend, [x, y]: Point): number {
	const h = 0.05;
	const [ax, ay] = bend([x - h, y]);
	const [bx, by] = bend([x + h, y]);
	const [cx, cy] = bend([x, y - h]);
	const [dx, dy] = bend([x, y + h]);
	return ((bx - ax) * (dy - cy) - (dx - cx) * (by - ay)) / (4 * h * h);
}
