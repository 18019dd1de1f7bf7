// The drawn map of Iberia. Beside what every map has, its links enclose regions, and
// some of them bear no rails. It is made at build time (map/make.ts).

import drawn from '../../../gen/iberia-map.json';
import { BoardMap, type MapFile } from '../../epidemic/board/map.ts';

export interface Region {
	id: string;
	/** Its outline along the links around it, as the path of a drawing. */
	outline: string;
	/** The cities that the outline runs through. */
	cities: string[];
	/** The middle and the radius of its widest place that no link, city or name takes. */
	x: number;
	y: number;
	r: number;
}

/** Where the tracks are printed: in the Atlantic, in the Mediterranean, and abroad, where nobody plays. */
const printed = {
	outbreaks: { left: 2, top: 262, right: 102, bottom: 686 },
	pile: { left: 14, top: 700, right: 140, bottom: 880 },
	rate: { left: 1165, top: 552, right: 1425, bottom: 728 },
	shelf: { left: 1150, top: 764, right: 1430, bottom: 872 },
	supply: { left: 1122, top: 16, right: 1434, bottom: 82 },
	more: { left: 1122, top: 90, right: 1434, bottom: 145 },
};
export const map = new BoardMap(drawn as unknown as MapFile, printed);

const at = new Map([...map.places].map(([id, { x, y }]) => [`${x} ${y}`, id]));

/** The cities at the corners of an outline. */
function through(outline: string): string[] {
	const corners = outline.match(/[\d.]+ [\d.]+/g) ?? [];
	return [...new Set(corners.flatMap((corner) => at.get(corner) ?? []))];
}

export const regions: ReadonlyMap<string, Region> = new Map(
	Object.entries(drawn.regions).map(([id, region]) => [
		id,
		{ id, cities: through(region.outline), ...region },
	]),
);

const dotted: ReadonlySet<string> = new Set(
	drawn.links.flatMap(({ a, b, dotted }) => (dotted ? [`${a} ${b}`, `${b} ${a}`] : [])),
);

/** Whether no rails can lie on the link of two cities. */
export function isDotted(a: string, b: string): boolean {
	return dotted.has(`${a} ${b}`);
}
