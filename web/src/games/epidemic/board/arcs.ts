// Where the pieces of a city stand around it, in px from its middle.

export interface Spot {
	x: number;
	y: number;
}

/** Spots on an arc over the city, from left to right, symmetric about its top or about a turn away from it. */
export function arc(n: number, radius: number, step: number, turn = 0): Spot[] {
	return Array.from({ length: n }, (_, i) => {
		const angle = (((i - (n - 1) / 2) * step + turn) * Math.PI) / 180;
		return { x: Math.sin(angle) * radius, y: -Math.cos(angle) * radius };
	});
}

export interface Cube extends Spot {
	disease: string;
	/** How many it stands for; 1 is one cube, drawn without a figure. */
	n: number;
	size: number;
	/** Which of its colour it is, from 0. */
	nth: number;
}

/** More cubes than this are counted with a figure on one mark per disease. */
const single = 3;

/** How far the arc makes room for pawns, in degrees. */
const aside = -38;

/**
 * The cubes of a city as marks over it: each its own up to three, then one mark a
 * disease with a figure. Where pawns stand, the arc moves over to the left.
 */
export function cubesOver(cubes: readonly { disease: string; n: number }[], pawns: boolean): Cube[] {
	const turn = pawns ? aside : 0;
	const total = cubes.reduce((sum, c) => sum + c.n, 0);
	if (total > single) {
		const spots = arc(cubes.length, 23, 44, turn);
		return cubes.map((c, i) => ({ ...c, ...(spots[i] as Spot), size: 17, nth: 0 }));
	}
	const spots = arc(total, 20, 42, turn);
	const each = cubes.flatMap((c) => Array.from({ length: c.n }, (_, nth) => ({ disease: c.disease, nth })));
	return each.map((c, i) => ({ ...c, ...(spots[i] as Spot), n: 1, size: 11.5 }));
}

/** The points of the pawns in a city: beside it, each a little further out. */
export function fan(n: number): Spot[] {
	const step = n > 3 ? 10 : 12;
	return Array.from({ length: n }, (_, i) => ({ x: 15 + i * step, y: -1 + i * 1.5 }));
}
