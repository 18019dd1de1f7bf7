import type { Point, Ring } from './project.ts';
import { item } from './sure.ts';

/** sides returns the sides of a ring, each by its two ends. */
export const sides = (ring: Ring): [Point, Point][] =>
	ring.map((p, i) => [p, item(ring, (i + 1) % ring.length)]);

/** areaOf returns the signed area of a ring: positive if it runs clockwise on the screen. */
export const areaOf = (ring: Ring): number =>
	sides(ring).reduce((sum, [[ax, ay], [bx, by]]) => sum + (ax * by - bx * ay) / 2, 0);

const triangle = (a: Point, b: Point, c: Point): number =>
	Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;

/**
 * simplify removes the point whose triangle with its two neighbours is smallest, until every triangle has at
 * least `grain` px². `care` below one makes a triangle count for less. A ring of fewer than four points
 * becomes empty.
 */
export function simplify(ring: Ring, grain: number, care: (p: Point) => number = () => 1): Ring {
	const corners = ring.map((at): Corner => ({ at, before: -1, after: -1, weight: 0, gone: false }));
	const weigh = (c: Corner) =>
		triangle(item(corners, c.before).at, c.at, item(corners, c.after).at) * care(c.at);
	const heap = new Heap();
	corners.forEach((c, i) => {
		c.before = (i + ring.length - 1) % ring.length;
		c.after = (i + 1) % ring.length;
		c.weight = weigh(c);
		heap.push({ weight: c.weight, index: i });
	});
	let left = ring.length;
	for (let top = heap.pop(); top && top.weight < grain && left > 3; top = heap.pop()) {
		const corner = item(corners, top.index);
		if (corner.gone || corner.weight !== top.weight) continue;
		corner.gone = true;
		left--;
		item(corners, corner.before).after = corner.after;
		item(corners, corner.after).before = corner.before;
		for (const index of [corner.before, corner.after]) {
			const beside = item(corners, index);
			// A point never weighs less than the point removed just before it; otherwise a cape could vanish
			// point by point.
			beside.weight = Math.max(top.weight, weigh(beside));
			heap.push({ weight: beside.weight, index });
		}
	}
	return left < 4 ? [] : corners.filter((c) => !c.gone).map((c) => c.at);
}

/** A point of a ring, with the indexes of the neighbours that remain. */
type Corner = { at: Point; before: number; after: number; weight: number; gone: boolean };

type Load = { weight: number; index: number };

/** Heap is a priority queue that returns the corner with the smallest weight first. */
class Heap {
	#loads: Load[] = [];

	push(load: Load): void {
		let i = this.#loads.push(load) - 1;
		while (i > 0 && this.#weight((i - 1) >> 1) > load.weight) {
			this.#swap(i, (i - 1) >> 1);
			i = (i - 1) >> 1;
		}
	}

	pop(): Load | undefined {
		if (this.#loads.length < 2) return this.#loads.pop();
		this.#swap(0, this.#loads.length - 1);
		const top = this.#loads.pop();
		for (let i = 0; ; ) {
			const least = [2 * i + 1, 2 * i + 2].reduce((a, b) => (this.#weight(b) < this.#weight(a) ? b : a), i);
			if (least === i) return top;
			this.#swap(i, least);
			i = least;
		}
	}

	#weight(i: number): number {
		return this.#loads[i]?.weight ?? Number.POSITIVE_INFINITY;
	}

	#swap(i: number, j: number): void {
		const [a, b] = [item(this.#loads, i), item(this.#loads, j)];
		this.#loads[i] = b;
		this.#loads[j] = a;
	}
}

/**
 * crossings returns the pairs of sides of a ring that cross each other, as indexes. A valid shore has none.
 */
export function crossings(ring: Ring): [number, number][] {
	const all = sides(ring)
		.map(([a, b], place) => ({ a, b, place, left: Math.min(a[0], b[0]), right: Math.max(a[0], b[0]) }))
		.sort((s, t) => s.left - t.left);
	const found: [number, number][] = [];
	all.forEach((s, i) => {
		for (let j = i + 1; j < all.length; j++) {
			const t = item(all, j);
			if (t.left > s.right) break;
			if (cut([s.a, s.b], [t.a, t.b])) found.push([s.place, t.place]);
		}
	});
	return found;
}

/** cut reports whether two line segments cross; touching with an end point does not count. */
export const cut = ([a, b]: [Point, Point], [p, q]: [Point, Point]): boolean =>
	hand(a, b, p) * hand(a, b, q) < 0 && hand(p, q, a) * hand(p, q, b) < 0;

/** hand returns a number whose sign tells on which side of the line from a to b a point is. */
const hand = (a: Point, b: Point, p: Point): number =>
	Math.sign((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]));

/** inside reports whether a point is in the area of the given rings; a ring within a ring is a hole. */
export function inside([x, y]: Point, rings: Ring[]): boolean {
	let odd = false;
	for (const [[ax, ay], [bx, by]] of rings.flatMap(sides)) {
		if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
	}
	return odd;
}
