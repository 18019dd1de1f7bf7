// A part of the map around cities, for a small picture.

import type { Place } from '../board/map.ts';

/** The size of a picture in units of the map. */
export const size = { width: 420, height: 226 };
/** The most cities that a picture names. */
const named = 6;

interface Crop {
	x: number;
	y: number;
	/** The cities in the picture. */
	cities: string[];
	/** Those with a name. */
	named: string[];
}

/**
 * Returns the part of the map around the first of some cities, and the others as far as they are near. It
 * stays on the map. `notable` cities have a name before others.
 */
export function cropOf(
	places: ReadonlyMap<string, Place>,
	map: { width: number; height: number },
	about: readonly string[],
	notable: readonly string[] = [],
): Crop {
	const first = places.get(about[0] ?? '') ?? { x: map.width / 2, y: map.height / 2 };
	const near = about
		.flatMap((city) => places.get(city) ?? [])
		.filter((p) => Math.abs(p.x - first.x) < size.width * 0.8 && Math.abs(p.y - first.y) < size.height * 0.7);
	const all = near.length > 0 ? near : [first];
	const middle = (of: number[]) => (Math.min(...of) + Math.max(...of)) / 2;
	const clamp = (n: number, most: number) => Math.max(0, Math.min(most, n));
	const x = clamp(middle(all.map((p) => p.x)) - size.width / 2, map.width - size.width);
	const y = clamp(middle(all.map((p) => p.y)) - size.height / 2, map.height - size.height);
	const inside = ({ x: px, y: py }: Place, by: number) =>
		px > x + by && px < x + size.width - by && py > y + by / 2 && py < y + size.height - by / 2;
	const cities = [...places].filter(([, place]) => inside(place, -16)).map(([city]) => city);
	const whole = cities.filter((city) => inside(places.get(city) as Place, 60));
	const ranked = [...about, ...notable].filter((city) => whole.includes(city));
	return { x, y, cities, named: [...new Set(ranked)].slice(0, named) };
}
