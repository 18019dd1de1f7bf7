import { round } from './path.ts';
import type { Point } from './project.ts';
import type { Sheet } from './sheet.ts';
import { entry, last } from './sure.ts';

/**
 * A line of a link. Two points are a straight line; three are a curve whose middle point is the control
 * point.
 */
export type Line = [Point, Point] | [Point, Point, Point];

/**
 * A link of the board: dotted if no railroad can be built on it, wet if it runs over the sea. A link across
 * the Pacific leaves the map on one side and returns on the other.
 */
export type Link =
	| { a: string; b: string; dotted?: true; sea?: true; points: Line }
	| { a: string; b: string; pacific: true; segments: [Line, Line] };

/** The smallest distance between a link and the centre of any other city, in px. */
export const CLEAR = 24;

/**
 * How far a link is bent to avoid a city: in steps of this share of its length, up to a number of steps.
 */
const BOW = 0.03;
const BOWS = 8;

/** linesOf returns the lines of a link: two if it crosses the Pacific, otherwise one. */
export const linesOf = (link: Link): Line[] => ('points' in link ? [link.points] : link.segments);

/**
 * drawLink draws the link between two cities: bent as its sheet says, otherwise straight or slightly bent
 * around a third city.
 */
export function drawLink(
	[a, b]: [string, string],
	at: Record<string, Point>,
	{ places, width, bent }: Pick<Sheet, 'places' | 'width' | 'bent'>,
): Link {
	const [from, to] = [entry(at, a), entry(at, b)];
	if (Math.abs(entry(places, a)[0] - entry(places, b)[0]) > 180) {
		return { a, b, pacific: true, segments: acrossPacific(from, to, width) };
	}
	const others = Object.entries(at).filter(([id]) => id !== a && id !== b);
	const clear = (line: Line) => others.every(([, p]) => distance(p, line) >= CLEAR);
	const bow = bent?.(a, b);
	if (bow !== undefined && clear(bowed(from, to, bow))) return { a, b, points: bowed(from, to, bow) };
	if (clear([from, to])) return { a, b, points: [from, to] };
	for (let step = 1; step <= BOWS; step++) {
		for (const bow of [step * BOW, -step * BOW]) {
			const line = bowed(from, to, bow);
			if (clear(line)) return { a, b, points: line };
		}
	}
	throw new Error(`no way from ${a} to ${b} that misses every other city`);
}

function bowed([ax, ay]: Point, [bx, by]: Point, bow: number): Line {
	const middle: Point = [(ax + bx) / 2 - (by - ay) * bow, (ay + by) / 2 + (bx - ax) * bow];
	return [[ax, ay], round(middle), [bx, by]];
}

/**
 * acrossPacific draws a link as if a copy of the map were next to it. Both halves of the link then meet the
 * edges at the same height.
 */
function acrossPacific([ax, ay]: Point, [bx, by]: Point, width: number): [Line, Line] {
	const east = ax > bx;
	const run = east ? bx + width - ax : bx - width - ax;
	const [leave, back] = east ? [width, 0] : [0, width];
	const [, height] = round([0, ay + ((by - ay) * (leave - ax)) / run]);
	return [
		[
			[ax, ay],
			[leave, height],
		],
		[
			[back, height],
			[bx, by],
		],
	];
}

/** along returns points along a line, close enough together for measurements. */
export function along(line: Line): Point[] {
	const steps = 64;
	const [p, q] = [line[0], last<Point>(line)];
	const c = line.length === 3 ? line[1] : ([(p[0] + q[0]) / 2, (p[1] + q[1]) / 2] as Point);
	return Array.from({ length: steps + 1 }, (_, i): Point => {
		const t = i / steps;
		const [u, v, w] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
		return [u * p[0] + v * c[0] + w * q[0], u * p[1] + v * c[1] + w * q[1]];
	});
}

/** distance returns the distance between a line and a point. */
export function distance([x, y]: Point, line: Line): number {
	const points = line.length === 2 ? line : along(line);
	let best = Number.POSITIVE_INFINITY;
	let [ax, ay] = line[0];
	for (const [bx, by] of points.slice(1)) {
		const [dx, dy] = [bx - ax, by - ay];
		const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
		best = Math.min(best, Math.hypot(x - ax - t * dx, y - ay - t * dy));
		[ax, ay] = [bx, by];
	}
	return best;
}
