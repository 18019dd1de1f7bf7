// A camera determines which part of the map the window shows, and at what scale. A map point (px, py) appears
// at (x + s·px, y + s·py) in the window.

import type { Point } from './map.ts';

export interface Camera {
	x: number;
	y: number;
	/** The scale: screen pixels per unit of the map. */
	s: number;
}

export interface Size {
	width: number;
	height: number;
}

/** The smallest scale at which even the two closest cities are a finger's width apart. */
export const reachable = 0.66;
/** The scale below which only important names are shown. */
export const legible = 0.49;
/** The largest possible scale. */
const nearest = 2.6;

/** Returns the scale at which the whole map fits into the window. */
export function wholeScale(view: Size, map: Size): number {
	return Math.min(view.width / map.width, view.height / map.height);
}

/** Limits a camera: it never shows more than the whole map, nor anything past the map's edges. */
export function keep(c: Camera, view: Size, map: Size): Camera {
	const least = wholeScale(view, map);
	const s = Math.min(Math.max(c.s, least), Math.max(nearest, least));
	return { s, x: within(c.x, view.width, map.width * s), y: within(c.y, view.height, map.height * s) };
}

function within(at: number, view: number, length: number): number {
	if (length <= view) return (view - length) / 2;
	return Math.min(0, Math.max(at, view - length));
}

/** Returns the camera after zooming by a factor around a point, which stays where it is in the window. */
export function zoomed(c: Camera, [px, py]: Point, by: number): Camera {
	return { s: c.s * by, x: px - (px - c.x) * by, y: py - (py - c.y) * by };
}

/** Returns a camera centred on a point of the map. */
export function centred({ x, y }: { x: number; y: number }, s: number, view: Size): Camera {
	return { s, x: view.width / 2 - x * s, y: view.height / 2 - y * s };
}

/** Returns the camera moved just enough to make a point of the map clearly visible. */
export function showing(c: Camera, { x, y }: { x: number; y: number }, view: Size, margin: number): Camera {
	const [px, py] = [c.x + x * c.s, c.y + y * c.s];
	const [mx, my] = [Math.min(margin, view.width / 3), Math.min(margin, view.height / 3)];
	const into = (p: number, m: number, length: number) => Math.max(m - p, 0) + Math.min(length - m - p, 0);
	return { s: c.s, x: c.x + into(px, mx, view.width), y: c.y + into(py, my, view.height) };
}

/**
 * Returns a camera centred on a point. If the point is already close enough to the centre, it returns the
 * given camera.
 */
export function following(c: Camera, point: { x: number; y: number }, view: Size): Camera {
	const aside = (at: number, length: number) => Math.abs(at - length / 2) > length / 4;
	const [px, py] = [c.x + point.x * c.s, c.y + point.y * c.s];
	return aside(px, view.width) || aside(py, view.height) ? centred(point, c.s, view) : c;
}

/** Returns a camera that shows all given points of the map, zoomed in at most to the scale `most`. */
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

/** Returns the size of a city's pieces at a scale, relative to their full size. */
export function pieceSize(s: number): number {
	if (s < reachable) return Math.max(0.5, s / reachable);
	return Math.min(1.45, 1 + 0.28 * Math.log2(s / reachable));
}
