// Where the pieces of a city stand around it, and the room they take, in px from its middle.

export interface Spot {
	x: number;
	y: number;
}

export interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

export interface Cube extends Spot {
	disease: string;
	/** How many it stands for; 1 is one cube, drawn without a figure. */
	n: number;
	/** Which of its colour it is, from 0. */
	nth: number;
}

/** How wide a cube, a pawn and a station are drawn. */
export const sizes = { cube: 23, pawn: 28, station: 31 };

/** The disc of a city with the ring around it. */
export const disc: Box = { left: -13.5, top: -13.5, right: 13.5, bottom: 14.5 };

/** More cubes than this are stacks, one a disease, each with its number. */
const single = 4;

/** Where so many cubes stand: over the city, or aside and higher up where pawns or a station stand. */
// biome-ignore format: rows of places read best one a line
const over: readonly (readonly (readonly [number, number])[])[] = [
	[[0, -20]],
	[[-11.5, -19], [11.5, -19]],
	[[-20, -13], [20, -13], [0, -26]],
	[[-20, -11], [20, -11], [-10, -27], [10, -27]],
];
// biome-ignore format: rows of places read best one a line
const high: typeof over = [
	[[0, -21]],
	[[-11.5, -20], [11.5, -20]],
	[[-11.5, -20], [11.5, -20], [0, -38]],
	[[-11.5, -20], [11.5, -20], [-11.5, -39], [11.5, -39]],
];
/** How far cubes make room for pawns. */
const aside = -16;

/** What stands in a city beside its cubes. */
export interface Beside {
	pawns: number;
	/** A building to the left of it. */
	station: boolean;
}

/** The cubes of a city: each its own up to four, then one stack a disease. */
export function cubesOver(cubes: readonly { disease: string; n: number }[], beside: Beside): Cube[] {
	const total = cubes.reduce((sum, c) => sum + c.n, 0);
	const each =
		total > single
			? cubes.map((c) => ({ ...c, nth: 0 }))
			: cubes.flatMap(({ disease, n }) => Array.from({ length: n }, (_, nth) => ({ disease, nth, n: 1 })));
	const { pawns, station } = beside;
	const besides = pawns > 0 && pawns <= few;
	const rows = besides || station ? high : over;
	const spots = rows[Math.min(each.length, rows.length) - 1] ?? [];
	return each.map((c, i) => {
		const [x, y] = spots[i] ?? [(i - spots.length) * 22, -58];
		return { ...c, x: x + (besides ? aside : 0), y };
	});
}

/** So many pawns stand beside a city; more stand before it, and overlap. */
const few = 2;

/** The feet of the pawns in a city, the first nearest to it. */
export function fan(n: number): Spot[] {
	if (n > few) return Array.from({ length: n }, (_, i) => ({ x: -2 - i * 12, y: 47 }));
	return Array.from({ length: n }, (_, i) => ({ x: 22 + i * 21, y: 6 }));
}

/** The foot of a station, where it does not stand in the ring. */
export const stationAt: Spot = { x: -27, y: 14 };

/** The room that the pieces of a city take. */
export function roomOf(
	{ cubes, pawns, station, risk }: Room,
	/** What stands in the ring is the game's own: no building beside it. */
	sited: boolean,
): Box[] {
	const out = [disc];
	const beside = { pawns: pawns.length, station: station && !sited };
	for (const { x, y, n } of cubesOver(cubes, beside)) {
		const half = sizes.cube * 0.43;
		out.push({ left: x - half, top: y - half, right: x + half + (n > 1 ? 10 : 0), bottom: y + half + 4 });
	}
	for (const { x, y } of fan(pawns.length)) {
		const half = sizes.pawn * 0.41;
		out.push({ left: x - half, top: y - sizes.pawn * 1.3, right: x + half, bottom: y + 2 });
	}
	if (beside.station)
		out.push({
			left: stationAt.x - 15,
			top: stationAt.y - 31,
			right: stationAt.x + 14,
			bottom: stationAt.y + 1,
		});
	if (risk !== null) out.push({ left: -24, top: 4, right: -12, bottom: 16 });
	return out;
}

interface Room {
	cubes: readonly { disease: string; n: number }[];
	pawns: readonly number[];
	station: boolean;
	risk: number | null;
}
