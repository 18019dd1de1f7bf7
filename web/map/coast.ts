import type { GeoPermissibleObjects } from 'd3-geo';
import { feature, merge } from 'topojson-client';
import type { GeometryCollection, GeometryObject, Polygon, Topology } from 'topojson-specification';
import { smooth, snap } from './path.ts';
import type { Ring } from './project.ts';
import type { Sheet } from './sheet.ts';
import { areaOf, crossings, simplify } from './simplify.ts';
import type { Bend } from './spline.ts';
import { item } from './sure.ts';

export type Atlas = Topology<{ land: GeometryCollection; countries?: GeometryCollection }>;

/** The land to draw: that of the game's countries, and the land abroad. */
export type Shapes = { land: GeoPermissibleObjects; abroad?: GeoPermissibleObjects };

/**
 * shapesOf returns the land of a sheet. If the sheet names countries, their land and all other land are
 * separate.
 */
export function shapesOf(atlas: Atlas, { countries }: Sheet): Shapes {
	if (countries.length === 0) return { land: feature(atlas, atlas.objects.land) };
	const of = (own: boolean) =>
		merge(
			atlas,
			countriesOf(atlas).geometries.filter((shape) => countries.includes(nameOf(shape)) === own) as Polygon[],
		);
	return { land: of(true), abroad: of(false) };
}

export function countriesOf(atlas: Atlas): GeometryCollection {
	if (!atlas.objects.countries) throw new Error('the atlas has no countries');
	return atlas.objects.countries;
}

export const nameOf = ({ properties }: GeometryObject): string => (properties as { name: string }).name;

/** coast returns the shores as drawn: bent and simplified, as rings of corners on the path's grid. */
export function coast(shape: GeoPermissibleObjects, sheet: Sheet, bend: Bend): Ring[] {
	const shores = sheet.projection.lines(shape).map((ring) => ring.map(bend));
	return shores
		.filter((ring) => Math.abs(areaOf(ring)) > sheet.speck && sheet.drawn(ring))
		.map((ring) => draw(ring, sheet))
		.filter((ring) => ring.length > 0);
}

/** lakes returns the shores of lakes, bent and simplified like the coast. */
export const lakes = (sheet: Sheet, bend: Bend): Ring[] =>
	Object.values(sheet.lakes)
		.map((shore) => draw(hole(shore.map(sheet.projection.point)).map(bend), sheet))
		.filter((ring) => ring.length > 0);

const draw = (ring: Ring, { grain, care }: Sheet): Ring => untangle(tidy(simplify(ring, grain, care)));

/**
 * hole reverses the direction of a lake's shore if necessary, so that it is a hole in the land under either
 * fill rule.
 */
const hole = (ring: Ring): Ring => (areaOf(ring) < 0 ? ring : ring.reverse());

/** tidy rounds a ring's points to the path's grid and removes duplicates. */
function tidy(ring: Ring): Ring {
	const grid = ring.map(snap);
	return grid.filter(([x, y], i) => {
		const [u, v] = item(grid, (i + grid.length - 1) % grid.length);
		return x !== u || y !== v;
	});
}

/** untangle removes corners at which a shore would cross itself, as narrow inlets can after rounding. */
function untangle(ring: Ring): Ring {
	let drawn = ring;
	for (;;) {
		// The smoothed shore has two sides per corner of the ring, so a side's index is halved to find its
		// corner.
		const bad = new Set(crossings(smooth(drawn)).map(([side]) => side >> 1));
		if (bad.size === 0) return drawn;
		drawn = drawn.filter((_, i) => !bad.has(i));
	}
}
