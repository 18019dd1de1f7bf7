// Positions the names of cities on the map. At each scale a name has a usual spot, which leaves space for
// future cubes and pawns. If pieces or another name need that spot, the name moves to another one, and
// returns when its usual spot is free again. Names without a conflict do not move.

import { textWidth } from '../../../../map/type.ts';
import type { Game } from '../model/game.ts';
import { type Box, disc } from './arcs.ts';
import type { Label, Place } from './map.ts';

/**
 * The size of a name's letters in px, next to pieces at full size; `least` is the smallest readable size.
 */
const full = 12.5;
const least = 11;
/**
 * How far letters extend above and below their baseline, as shares of their size, and how much wider bold
 * letters are than medium ones.
 */
const over = 0.78;
const under = 0.22;
const strong = 1.03;
/** The type size for which the map's label positions were made. */
const drawnFor = 13;

/** The space above and next to a city for future cubes, a pawn and a station. */
const cubes: Box = { left: -31, top: -37, right: 31, bottom: -13 };
const pawn: Box = { left: 10, top: -31, right: 34, bottom: 8 };
const station: Box = { left: -42, top: -17, right: -13, bottom: 15 };
/** The box of a single piece. */
const piece: Box = { left: -12, top: -13, right: 12, bottom: 12 };
/** The box of a whole team's pawns in one city, as at the start of a game. */
const team: Box = { left: -50, top: 10, right: 10, bottom: 49 };

/**
 * What a spot costs for overlapping a city, another name, pieces, a printed part or the map's edge, or the
 * space for future pieces. A spot also costs for being near another city, and more if its own city is
 * farther.
 */
const price = {
	city: 900,
	name: 700,
	pieces: 900,
	cubes: 9,
	pawn: 4,
	team: 12,
	station: 2,
	near: 16,
	mistaken: 170,
	edge: 900,
	spot: 90,
};

type Spot = Label & { cost: number };

export interface Written extends Label {
	/** Whether the name conflicts with its neighbours. */
	crowded: boolean;
	/** Whether the name is closer to another city than to its own. */
	far: boolean;
}

/**
 * Returns the size of a name's letters in px of full-size pieces. `pieces` is the share of that size at
 * which pieces are drawn.
 */
export function letterSize(pieces: number): number {
	return Math.max(full, least / pieces);
}

/** Returns the name's best spot, which the map's data defines. */
function first(p: Place, size: number): Spot {
	const near = full / drawnFor;
	return {
		x: (p.label.x - p.x) * near,
		y: (p.label.y - p.y) * near + (size - full) / 2,
		anchor: p.label.anchor,
		cost: 0,
	};
}

/** Returns the spots that are possible for any name, better ones first. */
function spots(size: number): Spot[] {
	const more = size - full;
	const row = (y: number, cost: number) =>
		[0, 8, -8, 16, -16, 21, -21, 26, -26, 30, -30, 34, -34, 40, -40, 46, -46].map(
			(x): Spot => ({ x, y, anchor: 'middle', cost: cost + Math.abs(x) / 4 }),
		);
	const column = (x: number, cost: number) =>
		[5, 10, 0, 14, -4, 18, 22, -9, -14, -19, -24, -29, -34].flatMap((y): Spot[] => [
			{ x, y, anchor: 'start', cost: cost + Math.abs(y - 5) / 4 },
			{ x: -x, y, anchor: 'end', cost: cost + Math.abs(y - 5) / 4 },
		]);
	return [
		...row(27 + more, 2),
		...column(18, 6),
		...row(32 + more, 24),
		...row(-20, 26),
		...column(25, 30),
		...row(37 + more, 40),
		...column(32, 44),
		...column(38, 52),
		...column(44, 58),
		...row(-28, 60),
		...row(-36, 64),
		...row(-46, 74),
		...row(48 + more, 74),
		...column(58, 80),
		...row(-56, 86),
		...column(74, 96),
		...row(58 + more, 98),
		...row(-68, 104),
		...column(90, 110),
		...row(-80, 116),
	];
}

function screenOf(at: { x: number; y: number }, spot: Label, width: number, size: number): Box {
	const left = at.x + spot.x - { start: 0, middle: width / 2, end: width }[spot.anchor];
	return {
		left,
		top: at.y + spot.y - over * size,
		right: left + width,
		bottom: at.y + spot.y + under * size,
	};
}

export function moved(box: Box, { x, y }: { x: number; y: number }): Box {
	return { left: box.left + x, top: box.top + y, right: box.right + x, bottom: box.bottom + y };
}

export function touch(a: Box, b: Box, gap: number): boolean {
	return a.left < b.right + gap && b.left < a.right + gap && a.top < b.bottom + gap && b.top < a.bottom + gap;
}

/** Returns the distance of a point from a box. */
function apart(box: Box, { x, y }: { x: number; y: number }): number {
	return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
}

/** A possible spot of a name. Most are never considered, so the cost is computed on demand. */
class Option {
	readonly spot: Spot;
	readonly #boxOf: (spot: Spot) => Box;
	readonly #judge: (spot: Spot, box: Box) => { cost: number; shut: boolean };
	#box: Box | undefined;
	#judged: { cost: number; shut: boolean } | undefined;

	constructor(
		spot: Spot,
		boxOf: (spot: Spot) => Box,
		judge: (spot: Spot, box: Box) => { cost: number; shut: boolean },
	) {
		this.spot = spot;
		this.#boxOf = boxOf;
		this.#judge = judge;
	}

	get box(): Box {
		this.#box ??= this.#boxOf(this.spot);
		return this.#box;
	}

	/** A lower bound of the spot's cost. */
	get cost(): number {
		this.#judged ??= this.#judge(this.spot, this.box);
		return this.#judged.cost;
	}

	/** Whether the name would overlap a city or the map's edge. */
	get shut(): boolean {
		this.#judged ??= this.#judge(this.spot, this.box);
		return this.#judged.shut;
	}
}

type Four = [Box, Box, Box, Box];

interface City {
	id: string;
	at: { x: number; y: number };
	options: Option[];
	/** The indexes of the cities whose names or pieces this name can overlap, including its own. */
	near: number[];
}

/**
 * The names at one scale: each city's possible spots, and the index of its usual one. Offsets and boxes are
 * in px of full-size pieces.
 */
export interface Lettering {
	cities: City[];
	usual: number[];
}

/**
 * Finds the usual spots of the names. A px of full-size pieces is k units of the map. `kept` are printed
 * parts of the map that names must avoid, in map units.
 */
export function lettering(
	{ box: { start }, map }: Pick<Game, 'box' | 'map'>,
	k: number,
	size: number,
	names: ReadonlyMap<string, string>,
	kept: readonly Box[] = [],
): Lettering {
	const all = [...map.places].map(([id, p]) => {
		const at = { x: p.x / k, y: p.y / k };
		const [own, over, beside, left] = [disc, cubes, pawn, station].map((room) => moved(room, at)) as Four;
		return { id, p, at, own, over, beside, left, team: id === start ? moved(team, at) : undefined };
	});
	const printed = kept.map(({ left, top, right, bottom }) => ({
		left: left / k,
		top: top / k,
		right: right / k,
		bottom: bottom / k,
	}));
	const others = spots(size);
	const pieces = [...map.spots.values()].map(({ x, y }) => moved(piece, { x: x / k, y: y / k }));
	const cities = all.map(({ id, p, at }): City => {
		const width = textWidth(names.get(id) ?? '') * size * strong;
		const near = all.filter((o) => Math.abs(o.at.x - at.x) < 260 && Math.abs(o.at.y - at.y) < 150);
		const boxOf = (spot: Spot) => screenOf(at, spot, width, size);
		const judge = (spot: Spot, box: Box) => {
			const out =
				box.left < 14 / k ||
				box.right > (map.width - 14) / k ||
				box.top < 13 / k ||
				box.bottom > (map.height - 13) / k;
			let shut = out || printed.some((other) => touch(box, other, 1));
			let cost = spot.cost + (shut ? price.edge : 0);
			for (const other of pieces) if (touch(box, other, 1)) cost += price.spot;
			const home = apart(box, at);
			for (const other of near) {
				const own = other.id === id;
				if (touch(box, other.own, own ? 0 : 1)) [shut, cost] = [true, cost + price.city];
				if (touch(box, other.over, 0)) cost += price.cubes;
				if (touch(box, other.beside, 0)) cost += price.pawn;
				if (touch(box, other.left, 0)) cost += price.station;
				if (other.team && touch(box, other.team, 0)) cost += price.team;
				if (!own && touch(box, other.own, 6)) cost += price.near;
				if (!own && apart(box, other.at) <= home) cost += price.mistaken;
			}
			return { cost, shut };
		};
		const options = [first(p, size), ...others].map((spot) => new Option(spot, boxOf, judge));
		return { id, at, options, near: near.map((o) => all.indexOf(o)) };
	});
	const usual = cities.map(() => 0);
	const settled = (i: number, n: number) => costOf(cities, usual, i, n);
	for (let round = 0, better = true; better && round < 20; round++) {
		better = false;
		cities.forEach(({ options }, i) => {
			const best = cheapest(options, (n) => settled(i, n));
			if (settled(i, best) < settled(i, usual[i] ?? 0)) {
				usual[i] = best;
				better = true;
			}
		});
	}
	return { cities, usual };
}

/** Returns the cost of a name's spot, given the current spots of all other names. */
function costOf(cities: readonly City[], chosen: readonly number[], i: number, n: number): number {
	const option = cities[i]?.options[n];
	if (!option) return Number.POSITIVE_INFINITY;
	return option.cost + price.name * metBy(cities, chosen, i, n).length;
}

/** Returns the indexes of the names that a name would overlap at a spot. */
function metBy(cities: readonly City[], chosen: readonly number[], i: number, n: number): number[] {
	const own = cities[i]?.options[n]?.box;
	return (cities[i]?.near ?? []).filter((j) => {
		const box = cities[j]?.options[chosen[j] ?? 0]?.box;
		return j !== i && own && box && touch(own, box, 2);
	});
}

function cheapest(options: readonly Option[], cost: (n: number) => number): number {
	let best = 0;
	let least = Number.POSITIVE_INFINITY;
	options.forEach((option, n) => {
		// Skip a spot that alone costs at least as much as the best total so far.
		if (option.spot.cost >= least || option.cost >= least) return;
		const sum = cost(n);
		if (sum < least) [best, least] = [n, sum];
	});
	return best;
}

/**
 * Places the names around the pieces. `rooms` holds the boxes that the pieces of each city fill, in px from
 * its centre.
 */
export function placeLabels(
	{ cities, usual }: Lettering,
	rooms: ReadonlyMap<string, readonly Box[]>,
): Map<string, Written> {
	const taken = cities.map(({ id, at }) => (rooms.get(id) ?? []).map((box) => moved(box, at)));
	const chosen = [...usual];
	const onPieces = cities.map(({ options }) => options.map((): number | undefined => undefined));
	/** Returns the cost of the pieces under a spot; each cost is computed once, on demand. */
	const pieces = (i: number, n: number): number => {
		const row = onPieces[i] ?? [];
		const { near = [], options = [] } = cities[i] ?? {};
		const box = options[n]?.box;
		row[n] ??= box && near.some((j) => taken[j]?.some((other) => touch(box, other, 0.5))) ? price.pieces : 0;
		return row[n] ?? 0;
	};
	const cost = (i: number, n: number) => costOf(cities, chosen, i, n) + pieces(i, n);
	const usualCost = usual.map((n, i) => costOf(cities, usual, i, n));
	const meets = (i: number) => {
		const n = chosen[i] ?? 0;
		return cost(i, n) >= Math.max(price.name, (usualCost[i] ?? 0) + 1);
	};
	for (let round = 0, moving = true; moving && round < 24; round++) {
		moving = false;
		cities.forEach(({ options }, i) => {
			if (!meets(i)) return;
			const best = cheapest(options, (n) => cost(i, n));
			if (best === chosen[i]) return;
			chosen[i] = best;
			moving = true;
		});
	}
	// If a name finds no free spot, its neighbours move.
	cities.forEach((_, i) => {
		if (meets(i)) makeRoom(i, 1);
	});

	/**
	 * Places a name where it overlaps no piece, and moves other names out of the way, recursively up to a
	 * depth. It returns false if that fails.
	 */
	function makeRoom(i: number, depth: number, fixed: readonly number[] = []): boolean {
		const options = cities[i]?.options ?? [];
		const before = [...chosen];
		const order = options
			.map(({ cost, shut }, n) => ({ cost, shut, n }))
			.filter(({ shut, n }) => !shut && pieces(i, n) === 0)
			.sort((a, b) => a.cost - b.cost);
		for (const { n } of order) {
			chosen[i] = n;
			const met = metBy(cities, chosen, i, n);
			if (met.length === 0) return true;
			const held = [...fixed, i];
			if (depth > 0 && met.length < 3 && met.every((j) => !held.includes(j) && makeRoom(j, depth - 1, held)))
				return true;
			before.forEach((was, j) => {
				chosen[j] = was;
			});
		}
		return false;
	}

	return new Map(
		cities.flatMap(({ id, at, near, options }, i): [string, Written][] => {
			const n = chosen[i] ?? 0;
			const option = options[n];
			if (!option) return [];
			const { spot, box } = option;
			const far = near.some((j) => j !== i && apart(box, cities[j]?.at ?? at) <= apart(box, at));
			return [[id, { ...spot, crowded: cost(i, n) >= price.name, far }]];
		}),
	);
}
