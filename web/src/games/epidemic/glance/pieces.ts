// The positions of pieces on the small picture of a board. They are larger than on the board itself.

import { isDisease } from '../../../ui/disease.ts';

/** The cities of a map in its own units, and the part of it that the small picture shows. */
export interface PlacesFile {
	/** Its left and upper edge, width and height. */
	shown: number[];
	places: Record<string, number[]>;
}

/** A piece on the picture. A cube has its centre at x,y, and every other piece its foot. */
interface Placed {
	kind: string;
	x: number;
	y: number;
	size: number;
}

const sizes = { cube: 46, other: 92 };
/** How far cubes of one colour overlap, and how far pieces of several kinds are apart. */
const [within, apart] = [22, 34];

/** Returns the pieces in drawing order: those farther north first, and pawns and buildings on top. */
export function placed(
	pieces: Record<string, Record<string, number>>,
	{ places }: Pick<PlacesFile, 'places'>,
): Placed[] {
	const out: Placed[] = [];
	const kinds = Map.groupBy(Object.keys(pieces), isDisease);
	for (const [cubes, width] of [
		[true, within],
		[false, apart],
	] as const) {
		const there = new Map<string, string[]>();
		for (const kind of kinds.get(cubes) ?? [])
			for (const [city, n] of Object.entries(pieces[kind] ?? {})) {
				const list = there.get(city) ?? [];
				there.set(city, [...list, ...Array<string>(n).fill(kind)]);
			}
		for (const [city, list] of there) {
			const [x = 0, y = 0] = places[city] ?? [];
			if (!places[city]) continue;
			list.forEach((kind, i) => {
				const aside = (i - (list.length - 1) / 2) * width;
				out.push({ kind, x: x + aside, y: cubes ? y - 10 : y + 8, size: cubes ? sizes.cube : sizes.other });
			});
		}
	}
	const flat = (p: Placed) => (isDisease(p.kind) ? 0 : 1);
	return out.sort((a, b) => flat(a) - flat(b) || a.y - b.y || a.x - b.x);
}
