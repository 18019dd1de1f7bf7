// Which part of the map is seen: a point of the map lies at (x + s·px, y + s·py) of
// the window that it is seen through.

import type { Point } from './map.ts';

export interface Camera {
	x: number;
	y: number;
	/** Px of the screen for one unit of the map. */
	s: number;
}

export interface Size {
	width: number;
	height: number;
}

/** From this scale on, cities that stand closest are a finger apart. */
export const reachable = 0.66;
/** Below this scale only the names that matter are written. */
export const legible = 0.49;
/** As near as one can look. */
const nearest = 2.6;

/** The scale at which all of the map is in sight. */
export function wholeScale(view: Size, map: Size): number {
	return Math.min(view.width / map.width, view.height / map.height);
}

/** The camera, with the map kept in sight: no further away than all of it, and never past its edges. */
export function keep(c: Camera, view: Size, map: Size): Camera {
	const least = wholeScale(view, map);
	const s = Math.min(Math.max(c.s, least), Math.max(nearest, least));
	return { s, x: within(c.x, view.width, map.width * s), y: within(c.y, view.height, map.height * s) };
}

function within(at: number, view: number, length: number): number {
	if (length <= view) return (view - length) / 2;
	return Math.min(0, Math.max(at, view - length));
}

/** The camera after a zoom that leaves the point of the window under the finger where it is. */
export function zoomed(c: Camera, [px, py]: Point, by: number): Camera {
	return { s: c.s * by, x: px - (px - c.x) * by, y: py - (py - c.y) * by };
}

/** The camera that has a point of the map in its middle. */
export function centred({ x, y }: { x: number; y: number }, s: number, view: Size): Camera {
	return { s, x: view.width / 2 - x * s, y: view.height / 2 - y * s };
}

/** The camera moved as little as it takes to have a point of the map well in sight. */
export function showing(c: Camera, { x, y }: { x: number; y: number }, view: Size, margin: number): Camera {
	const [px, py] = [c.x + x * c.s, c.y + y * c.s];
	const [mx, my] = [Math.min(margin, view.width / 3), Math.min(margin, view.height / 3)];
	const into = (p: number, m: number, length: number) => Math.max(m - p, 0) + Math.min(length - m - p, 0);
	return { s: c.s, x: c.x + into(px, mx, view.width), y: c.y + into(py, my, view.height) };
}

/** The camera that has a point of the map in its middle, unless it stands near enough to that already. */
export function following(c: Camera, point: { x: number; y: number }, view: Size): Camera {
	const aside = (at: number, length: number) => Math.abs(at - length / 2) > length / 4;
	const [px, py] = [c.x + point.x * c.s, c.y + point.y * c.s];
	return aside(px, view.width) || aside(py, view.height) ? centred(point, c.s, view) : c;
}

/** The camera that has several points of the map in sight, no nearer than at a scale. */
export function fitting(
	points: readonly { x: number; y: number }[],
	most: number,
	view: Size,
	margin: number,
): Camera {
	const side = (at: readonly number[], length: number) => {
		const [from, to] = [Math.min(...at), Math.max(...at)];
		return { middle: (from + to) / 2, s: Math.max(length - 2 * margin, 1) / (to - from) };
	};
	const x = side(
		points.map((p) => p.x),
		view.width,
	);
	const y = side(
		points.map((p) => p.y),
		view.height,
	);
	return centred({ x: x.middle, y: y.middle }, Math.min(most, x.s, y.s), view);
}

/** How large the pieces of a city are drawn at a scale, 1 being their size on a session. */
export function pieceSize(s: number): number {
	if (s < reachable) return Math.max(0.5, s / reachable);
	return Math.min(1.45, 1 + 0.28 * Math.log2(s / reachable));
}
