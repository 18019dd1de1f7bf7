// The drawn map of Iberia. Unlike on other maps, the links enclose regions, and some links cannot carry
// rails. It is made at build time (map/make.ts).

import drawn from '../../../gen/iberia-map.json';
import { BoardMap, type MapFile } from '../../epidemic/board/map.ts';

export interface Region {
	id: string;
	/** The outline of the region along the links around it, as an SVG path. */
	outline: string;
	/** The cities on the region's outline. */
	cities: string[];
	/** The centre and radius of the region's largest disc without a link, city or name. */
	x: number;
	y: number;
	r: number;
}

/**
 * The boxes of the printed tracks: in the Atlantic, in the Mediterranean, and in countries outside the game.
 */
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

/** Returns the cities at the corners of an outline. */
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
