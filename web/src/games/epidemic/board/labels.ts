// Where the names of cities stand. Each has a usual place at a scale, which makes room for cubes and pawns that are
// not there yet. Where pieces come to stand on that place, or another name has to come there, the name moves to
// another, and back when they are gone: a name that meets nothing stays where it is.

import { textWidth } from '../../../../map/type.ts';
import type { Game } from '../model/game.ts';
import { type Box, disc } from './arcs.ts';
import type { Label, Place } from './map.ts';

/** The size of the letters in px of the pieces at their full size, and the least px that can be read. */
const full = 12.5;
const least = 11;
/** How far letters reach over and under their line, as a part of their size; how much wider they are than medium ones. */
const over = 0.78;
const under = 0.22;
const strong = 1.03;
/** Letters on the map were placed for this size. */
const drawnFor = 13;

/** The room over and beside a city for cubes, for a pawn, for a station, which may come. */
const cubes: Box = { left: -31, top: -37, right: 31, bottom: -13 };
const pawn: Box = { left: 10, top: -31, right: 34, bottom: 8 };
const station: Box = { left: -42, top: -17, right: -13, bottom: 15 };
/** A piece that stands for itself. */
const piece: Box = { left: -12, top: -13, right: 12, bottom: 12 };
/** The pawns of a whole team, where a game begins. */
const team: Box = { left: -50, top: 10, right: 10, bottom: 49 };

/**
 * What a name costs that stands on a city, on another name, on pieces, on the room of cubes, of a pawn, of a station,
 * of the team before its first move, close to another city, closer to it than to its own, past the edge of the map or
 * on what is printed there, or where pieces stand that no city has.
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
	/** It could not keep clear of its neighbours. */
	crowded: boolean;
	/** It stands closer to another city. */
	far: boolean;
}

/** The size of the letters in px of the pieces, where those are drawn at a part of their full size. */
export function letterSize(pieces: number): number {
	return Math.max(full, least / pieces);
}

/** The place that a name has on the map: the best. */
function first(p: Place, size: number): Spot {
	const near = full / drawnFor;
	return {
		x: (p.label.x - p.x) * near,
		y: (p.label.y - p.y) * near + (size - full) / 2,
		anchor: p.label.anchor,
		cost: 0,
	};
}

/** The places that any name can have, the better ones first. */
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

/** How far a point is from a box. */
function apart(box: Box, { x, y }: { x: number; y: number }): number {
	return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
}

/** A place that a name can have. Most are never asked about, so each is reckoned when it is. */
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

	/** At least what its spot costs. */
	get cost(): number {
		this.#judged ??= this.#judge(this.spot, this.box);
		return this.#judged.cost;
	}

	/** It stands on a city, or past the edge. */
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
	/** The cities whose names or pieces it can meet, itself among them, by their places. */
	near: number[];
}

/** The names at a scale: the places each can have, and its usual one. Offsets and boxes are px of the pieces. */
export interface Lettering {
	cities: City[];
	usual: number[];
}

/**
 * Finds the usual places of the names for pieces of which a px is k units of the map, in letters of a size; `kept` is
 * what is printed on the map, in its units.
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

/** What a place costs among the others as they are chosen. */
function costOf(cities: readonly City[], chosen: readonly number[], i: number, n: number): number {
	const option = cities[i]?.options[n];
	if (!option) return Number.POSITIVE_INFINITY;
	return option.cost + price.name * metBy(cities, chosen, i, n).length;
}

/** The names that a name would meet at a place, by their places. */
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
		// What costs more by itself need not be asked any further.
		if (option.spot.cost >= least || option.cost >= least) return;
		const sum = cost(n);
		if (sum < least) [best, least] = [n, sum];
	});
	return best;
}

/** Places the names among the pieces: `rooms` is what they take, by city, in px from its middle. */
export function placeLabels(
	{ cities, usual }: Lettering,
	rooms: ReadonlyMap<string, readonly Box[]>,
): Map<string, Written> {
	const taken = cities.map(({ id, at }) => (rooms.get(id) ?? []).map((box) => moved(box, at)));
	const chosen = [...usual];
	const onPieces = cities.map(({ options }) => options.map((): number | undefined => undefined));
	/** What the pieces under a place cost, reckoned when it is asked for. */
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
	// Where each by itself found no room, one name makes room for another.
	cities.forEach((_, i) => {
		if (meets(i)) makeRoom(i, 1);
	});

	/** Puts a name where it meets no piece, and the names that it meets there elsewhere, so many times over; or nothing. */
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
