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

/** Land to draw: what the game is played on, and what lies beyond the borders of its countries. */
export type Shapes = { land: GeoPermissibleObjects; abroad?: GeoPermissibleObjects };

/** shapesOf takes the land of a sheet from the atlas: all there is, or that of its countries and that of the others. */
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

/** coast gives the shores of the drawn map: bent, simplified, as rings of corners on the grid of the path. */
export function coast(shape: GeoPermissibleObjects, sheet: Sheet, bend: Bend): Ring[] {
	const shores = sheet.projection.lines(shape).map((ring) => ring.map(bend));
	return shores
		.filter((ring) => Math.abs(areaOf(ring)) > sheet.speck && sheet.drawn(ring))
		.map((ring) => draw(ring, sheet))
		.filter((ring) => ring.length > 0);
}

/** lakes gives the shores of lakes, drawn like those of the sea. */
export const lakes = (sheet: Sheet, bend: Bend): Ring[] =>
	Object.values(sheet.lakes)
		.map((shore) => draw(hole(shore.map(sheet.projection.point)).map(bend), sheet))
		.filter((ring) => ring.length > 0);

const draw = (ring: Ring, { grain, care }: Sheet): Ring => untangle(tidy(simplify(ring, grain, care)));

/** hole turns a lake to run the other way round than the land about it, so it is a hole under either rule of filling. */
const hole = (ring: Ring): Ring => (areaOf(ring) < 0 ? ring : ring.reverse());

/** tidy puts a ring on the grid and leaves out points that fall together. */
function tidy(ring: Ring): Ring {
	const grid = ring.map(snap);
	return grid.filter(([x, y], i) => {
		const [u, v] = item(grid, (i + grid.length - 1) % grid.length);
		return x !== u || y !== v;
	});
}

/** untangle leaves out corners where a shore would cross itself: narrow inlets, on the grid, can. */
function untangle(ring: Ring): Ring {
	let drawn = ring;
	for (;;) {
		// Two sides of the smooth shore belong to one corner.
		const bad = new Set(crossings(smooth(drawn)).map(([side]) => side >> 1));
		if (bad.size === 0) return drawn;
		drawn = drawn.filter((_, i) => !bad.has(i));
	}
}
