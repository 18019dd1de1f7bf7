import type { Point, Ring } from './project.ts';
import { item } from './sure.ts';

/** sides gives the sides of a ring, each by its two ends. */
export const sides = (ring: Ring): [Point, Point][] =>
	ring.map((p, i) => [p, item(ring, (i + 1) % ring.length)]);

/** areaOf gives the signed area of a ring: positive when it runs clockwise on the screen. */
export const areaOf = (ring: Ring): number =>
	sides(ring).reduce((sum, [[ax, ay], [bx, by]]) => sum + (ax * by - bx * ay) / 2, 0);

const triangle = (a: Point, b: Point, c: Point): number =>
	Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;

/**
 * simplify leaves out, one after the other, the point that changes a ring least (the one that makes the
 * smallest triangle with those beside it), until each one left makes a triangle of at least `grain` px².
 * Where `care` is less than one, triangles count for less. A ring of fewer than four points is nothing, and comes back empty.
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
			// A point never weighs less than one left out before it, or a whole cape could melt point by point.
			beside.weight = Math.max(top.weight, weigh(beside));
			heap.push({ weight: beside.weight, index });
		}
	}
	return left < 4 ? [] : corners.filter((c) => !c.gone).map((c) => c.at);
}

/** A point of a ring, with the places in the ring of those beside it that are left. */
type Corner = { at: Point; before: number; after: number; weight: number; gone: boolean };

type Load = { weight: number; index: number };

/** Heap gives back the smallest weight first. */
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

/** crossings gives the pairs of sides of a ring that cross each other, by their places. A good shore has none. */
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

/** cut tells whether two straight lines cross each other; that one ends on the other is no crossing. */
export const cut = ([a, b]: [Point, Point], [p, q]: [Point, Point]): boolean =>
	hand(a, b, p) * hand(a, b, q) < 0 && hand(p, q, a) * hand(p, q, b) < 0;

/** hand tells on which hand of the way from a to b a point lies. */
const hand = (a: Point, b: Point, p: Point): number =>
	Math.sign((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]));

/** inside tells whether a point is in the area of some rings, where a ring within a ring is a hole. */
export function inside([x, y]: Point, rings: Ring[]): boolean {
	let odd = false;
	for (const [[ax, ay], [bx, by]] of rings.flatMap(sides)) {
		if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
	}
	return odd;
}
