// Where the pieces around a city are and how much space they take, in px from the city's centre.

interface Spot {
	x: number;
	y: number;
}

export interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

interface Cube extends Spot {
	disease: string;
	/** How many cubes the piece represents; a single cube is drawn without a number. */
	n: number;
	/** The index of the piece among those of its colour. */
	nth: number;
}

/** The widths of a cube, a pawn and a station, in px. */
export const sizes = { cube: 23, pawn: 28, station: 31 };

/** The disc of a city with the ring around it. */
export const disc: Box = { left: -13.5, top: -13.5, right: 13.5, bottom: 14.5 };

/**
 * The largest number of cubes drawn singly. More than this form stacks, one per disease, each with its
 * number.
 */
const single = 4;

/**
 * The positions of one to four cubes: above the city, or higher and closer together if there are pawns or a
 * station.
 */
// biome-ignore format: one row of positions per line
const over: readonly (readonly (readonly [number, number])[])[] = [
	[[0, -20]],
	[[-11.5, -19], [11.5, -19]],
	[[-20, -13], [20, -13], [0, -26]],
	[[-20, -11], [20, -11], [-10, -27], [10, -27]],
];
// biome-ignore format: one row of positions per line
const high: typeof over = [
	[[0, -21]],
	[[-11.5, -20], [11.5, -20]],
	[[-11.5, -20], [11.5, -20], [0, -38]],
	[[-11.5, -20], [11.5, -20], [-11.5, -39], [11.5, -39]],
];
/** How far cubes move aside to make space for pawns, in px. */
const aside = -16;

/** The pieces at a city apart from cubes. */
interface Beside {
	pawns: number;
	/** Whether there is a building to the left of the city. */
	station: boolean;
}

/** Returns the pieces for a city's cubes: up to four singly, otherwise one stack per disease. */
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

/** How many pawns fit next to a city. Further pawns are in front of it and overlap. */
const few = 2;

/**
 * Returns the positions of a city's pawns, the one nearest to the city first. A position is where the
 * pawn's foot is.
 */
export function fan(n: number): Spot[] {
	if (n > few) return Array.from({ length: n }, (_, i) => ({ x: -2 - i * 12, y: 47 }));
	return Array.from({ length: n }, (_, i) => ({ x: 22 + i * 21, y: 6 }));
}

/** The position of a station's foot, unless the city's ring contains the station. */
export const stationAt: Spot = { x: -27, y: 14 };

/** Returns the boxes that the pieces of a city fill. */
export function roomOf(
	{ cubes, pawns, station, risk }: Room,
	/** Whether the game draws its own building inside the city's ring, so that none stands next to it. */
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
