import { round } from './path.ts';
import type { Point } from './project.ts';
import { relax } from './relax.ts';
import type { Sheet } from './sheet.ts';
import { type Bend, type Pin, thinPlate } from './spline.ts';
import { entry, item } from './sure.ts';

/**
 * Pins that keep areas without cities from moving: how far outside the map they begin, their distance from
 * each other, and their smallest distance from cities, in px.
 */
const MARGIN = 240;
const STEP = 120;
const ALONE = 100;
/** How far a city's displacement moves the map around it, in px, and how strongly the map resists. */
const REACH = 180;
const STILL = 0.08;

/** home returns the true position of a city, which the projection gives. */
const home = (sheet: Sheet, id: string): Point => sheet.projection.point(entry(sheet.places, id));

/** standings returns the position of every city on the drawn map. */
export function standings(sheet: Sheet, ids: string[], links: [string, string][]): Record<string, Point> {
	const homes = ids.map((id) => home(sheet, id));
	const ways = links.map(([a, b]): [number, number] => [ids.indexOf(a), ids.indexOf(b)]);
	const at = relax(homes, sheet.frame, sheet.room, ways);
	return Object.fromEntries(ids.map((id, i) => [id, round(item(at, i))]));
}

/** bending returns the deformation of the true map that moves every city to its position on the drawn map. */
export function bending(sheet: Sheet, at: Record<string, Point>): Bend {
	const pins: Pin[] = Object.entries(at).map(([id, to]) => ({ from: home(sheet, id), to }));
	return thinPlate([...pins, ...calm(sheet, pins)]);
}

/**
 * calm returns pins for areas without cities. They follow the nearby cities, less with distance. Without
 * such pins, the deformation would overshoot between cities and fold the map in the oceans.
 */
function calm({ width, height }: Sheet, pins: Pin[]): Pin[] {
	const out: Pin[] = [];
	for (let x = -MARGIN; x <= width + MARGIN; x += STEP) {
		for (let y = -MARGIN; y <= height + MARGIN; y += STEP) {
			if (pins.every(({ from }) => Math.hypot(from[0] - x, from[1] - y) > ALONE)) {
				out.push({ from: [x, y], to: drift([x, y], pins) });
			}
		}
	}
	return out;
}

function drift([x, y]: Point, pins: Pin[]): Point {
	let [dx, dy, sum] = [0, 0, STILL];
	for (const { from, to } of pins) {
		const weight = Math.exp(-(((from[0] - x) ** 2 + (from[1] - y) ** 2) / REACH ** 2));
		dx += weight * (to[0] - from[0]);
		dy += weight * (to[1] - from[1]);
		sum += weight;
	}
	return [x + dx / sum, y + dy / sum];
}
