import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Board } from './board.ts';
import { type Atlas, coast } from './coast.ts';
import { type Label, type Names, placeLabels } from './labels.ts';
import { drawLink, type Link, linesOf } from './links.ts';
import { round, writePath } from './path.ts';
import { HEIGHT, type Point, project, WIDTH } from './project.ts';
import { relax } from './relax.ts';
import { type Bend, type Pin, thinPlate } from './spline.ts';
import { entry, item } from './sure.ts';
import { places } from './world.ts';

export type City = { x: number; y: number; label: Label };

/** The map as the client reads it. Land is a path, filled by the even-odd rule. */
export type WorldMap = {
	width: number;
	height: number;
	land: string;
	cities: Record<string, City>;
	links: Link[];
};

/** Cities keep this far from the edges: room for cubes above and a name below. */
const FRAME = { left: 80, top: 70, right: WIDTH - 80, bottom: HEIGHT - 70 };

/** The pins that calm the map reach this far outside it, and stand so far from each other and from cities. */
const MARGIN = 240;
const STEP = 120;
const ALONE = 100;
/** How far a city takes the map along, and how much the map would rather stay. */
const REACH = 180;
const STILL = 0.08;

/** home gives the true place of a city. */
const home = (id: string): Point => project(entry(places, id));

/** standings gives the place of every city on the drawn map. */
export function standings(ids: string[]): Record<string, Point> {
	const at = relax(ids.map(home), FRAME);
	return Object.fromEntries(ids.map((id, i) => [id, round(item(at, i))]));
}

/** bending gives the bending of the true map that carries every city to its standing. */
export function bending(at: Record<string, Point>): Bend {
	const pins: Pin[] = Object.entries(at).map(([id, to]) => ({ from: home(id), to }));
	return thinPlate([...pins, ...calm(pins)]);
}

/**
 * calm gives pins for where no city is: they go along with the cities about them, the less the farther they
 * are. Without them the plate would swing, like a ruler held in a few places, and fold in the oceans.
 */
function calm(pins: Pin[]): Pin[] {
	const out: Pin[] = [];
	for (let x = -MARGIN; x <= WIDTH + MARGIN; x += STEP) {
		for (let y = -MARGIN; y <= HEIGHT + MARGIN; y += STEP) {
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

/** readAtlas gives the shores of the world. */
export function readAtlas(): Atlas {
	const path = createRequire(import.meta.url).resolve('world-atlas/land-50m.json');
	return JSON.parse(readFileSync(path, 'utf8')) as Atlas;
}

/** build makes the whole map. */
export function build(board: Board, names: Names, atlas: Atlas): WorldMap {
	const at = standings(board.cities.map((city) => city.id));
	const land = coast(atlas, bending(at));
	const links = board.links.map((link) => drawLink(link, at, places));
	const labels = placeLabels(at, names, links.flatMap(linesOf));
	const cities = Object.entries(at).map(([id, [x, y]]) => [id, { x, y, label: onGrid(entry(labels, id)) }]);
	return { width: WIDTH, height: HEIGHT, land: writePath(land), cities: Object.fromEntries(cities), links };
}

/** write gives the text of the file. */
/** The two files of a map: where things stand, for the program, and the land, a picture that the page fetches. */
export const write = ({ land, ...map }: WorldMap): { map: string; land: string } => ({
	map: `${JSON.stringify(map)}\n`,
	land:
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${map.width} ${map.height}">` +
		`<path id="land" fill-rule="evenodd" d="${land}"/></svg>\n`,
});

function onGrid(label: Label): Label {
	const [x, y] = round([label.x, label.y]);
	return { ...label, x, y };
}
