import { mesh } from 'topojson-client';
import { type Atlas, countriesOf, nameOf } from './coast.ts';
import { snap } from './path.ts';
import type { Point, Ring } from './project.ts';
import type { Sheet } from './sheet.ts';
import { simplify } from './simplify.ts';
import type { Bend } from './spline.ts';
import { item, last } from './sure.ts';

/**
 * The weight of a border's end points, which lie on the coast or on another border. With so much weight,
 * simplification never removes them.
 */
const HELD = 1e9;

/**
 * borders returns the land borders between a sheet's countries: bent, simplified and rounded to the path's
 * grid.
 */
export function borders(atlas: Atlas, { countries, projection, grain }: Sheet, bend: Bend): Ring[] {
	const shared = mesh(atlas, countriesOf(atlas), (a, b) => {
		return a !== b && countries.includes(nameOf(a)) && countries.includes(nameOf(b));
	});
	return projection
		.lines(shared)
		.filter((line) => line.length > 3)
		.map((line) => {
			const bent = line.map(bend);
			const ends = [item(bent, 0), last(bent)];
			return simplify(bent, grain, (p: Point) => (ends.includes(p) ? HELD : 1)).map(snap);
		});
}
