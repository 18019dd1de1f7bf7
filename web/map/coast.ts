import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { lakes } from './lakes.ts';
import { smooth, snap } from './path.ts';
import { HEIGHT, type LonLat, type Point, project, projectRings, type Ring } from './project.ts';
import { areaOf, crossings, simplify } from './simplify.ts';
import type { Bend } from './spline.ts';
import { item } from './sure.ts';

export type Atlas = Topology<{ land: GeometryCollection }>;

/** The least triangle that a point of the coast must make, in px². */
const GRAIN = 0.75;
/** Smaller islands than this are left out, in px². */
const SPECK = 7;
/** Above this height the coast is drawn with less care. */
const NORTH = 50;
/** Nothing beyond is drawn: the south of the southern ocean. */
const SOUTH = HEIGHT + 60;

/** coast gives the shores of the drawn map: bent, simplified, as rings of corners on the grid of the path. */
export function coast(atlas: Atlas, bend: Bend): Ring[] {
	const shores = projectRings(feature(atlas, atlas.objects.land)).map((ring) => ring.map(bend));
	const rings = shores
		.filter((ring) => Math.abs(areaOf(ring)) > SPECK && ring.every(([, y]) => y < SOUTH))
		.map(draw);
	// A lake runs the other way round than the land about it, so it is a hole under either rule of filling.
	for (const shore of Object.values(lakes)) rings.push(draw(lake(shore).map(bend)));
	return rings.filter((ring) => ring.length > 0);
}

const lake = (shore: LonLat[]): Ring => {
	const ring = shore.map(project);
	return areaOf(ring) < 0 ? ring : ring.reverse();
};

/** care is less in the far north, where there is much coast and no city. */
const care = ([, y]: Point): number => (y < NORTH ? 0.35 : 1);

const draw = (ring: Ring): Ring => untangle(tidy(simplify(ring, GRAIN, care)));

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
