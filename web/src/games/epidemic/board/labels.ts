// Where the names of cities stand at a scale. The map's own places are the best
// where all of it is drawn at its full size; on a smaller screen pieces keep their
// size while cities come closer, so some names have to give way. They make room for
// cubes and pawns that are not there yet: a name moves with the zoom, never in play.

import { textWidth } from '../../../../map/type.ts';
import type { Game } from '../game.ts';
import type { Label, Place } from './map.ts';

interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/** The size of the letters in px of the pieces at their full size, and the least px that can be read. */
const full = 12;
const least = 11;
/** How far letters reach over and under their line, as a part of their size. */
const over = 0.8;
const under = 0.25;
/** Letters on the map were placed for this size. */
const drawnFor = 13;

/** The disc of a city with the ring around it, and the room over it for cubes and a pawn. */
const disc: Box = { left: -13, top: -13, right: 13, bottom: 13 };
const cubes: Box = { left: -20, top: -27, right: 20, bottom: -12 };
const pawn: Box = { left: 6, top: -25, right: 24, bottom: -1 };
/** Where cubes stand that make room for a pawn. */
const aside: Box = { left: -26, top: -20, right: -12, bottom: 2 };
/** A piece that stands for itself. */
const piece: Box = { left: -12, top: -13, right: 12, bottom: 12 };
/** The pawns of a whole team, where a game begins. */
const team: Box = { left: 6, top: -25, right: 56, bottom: 4 };

/**
 * What a name costs that stands on a city, on another name, on cubes, on a pawn, on the team
 * before its first move, close to another city, closer to it than to its own, past the edge of
 * the map, or where pieces stand that no city has.
 */
const price = {
	city: 400,
	name: 300,
	cubes: 30,
	pawn: 12,
	team: 30,
	aside: 8,
	near: 26,
	mistaken: 60,
	edge: 500,
	spot: 90,
};

type Spot = Label & { cost: number };

export interface Written extends Label {
	/** It could not keep clear of its neighbours. */
	crowded: boolean;
}

/** The size of the letters in px of the pieces, where those are drawn at a part of their full size. */
export function letterSize(pieces: number): number {
	return Math.max(full, least / pieces);
}

/** The places that a name can have, the best first. */
function spots(p: Place, size: number): Spot[] {
	const near = full / drawnFor;
	const more = size - full;
	const own: Spot = {
		x: (p.label.x - p.x) * near,
		y: (p.label.y - p.y) * near + more / 2,
		anchor: p.label.anchor,
		cost: 0,
	};
	const below = [0, 8, -8, 16, -16, 26, -26, 34, -34].map(
		(x): Spot => ({ x, y: 27 + more, anchor: 'middle', cost: 2 + Math.abs(x) / 5 }),
	);
	const beside = [5, 14, -2].flatMap((y): Spot[] => [
		{ x: 18, y, anchor: 'start', cost: 8 },
		{ x: -18, y, anchor: 'end', cost: 8 },
	]);
	return [
		own,
		...below,
		...beside,
		{ x: 0, y: 38, anchor: 'middle', cost: 40 },
		{ x: 0, y: -31, anchor: 'middle', cost: 70 },
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

function moved(box: Box, { x, y }: { x: number; y: number }): Box {
	return { left: box.left + x, top: box.top + y, right: box.right + x, bottom: box.bottom + y };
}

function touch(a: Box, b: Box, gap: number): boolean {
	return a.left < b.right + gap && b.left < a.right + gap && a.top < b.bottom + gap && b.top < a.bottom + gap;
}

/** How far a point is from a box. */
function apart(box: Box, { x, y }: { x: number; y: number }): number {
	return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
}

/**
 * Places the names for pieces of which a px is k units of the map, in letters of a
 * size. The offsets are px of the pieces, from the middle of the city.
 */
export function placeLabels(
	{ box: { start }, map }: Pick<Game, 'box' | 'map'>,
	k: number,
	size: number,
	names: ReadonlyMap<string, string>,
): Map<string, Written> {
	const cities = [...map.places].map(([id, p]) => ({
		id,
		at: { x: p.x / k, y: p.y / k },
		width: textWidth(names.get(id) ?? '') * size,
		spots: spots(p, size),
	}));
	const options = cities.map((c) =>
		c.spots.map((spot) => {
			const box = screenOf(c.at, spot, c.width, size);
			let cost = spot.cost + (box.left < 4 || box.right > map.width / k - 4 ? price.edge : 0);
			for (const { x, y } of map.spots.values()) {
				if (touch(box, moved(piece, { x: x / k, y: y / k }), 1)) cost += price.spot;
			}
			for (const other of cities) {
				if (Math.abs(other.at.x - c.at.x) > 150 || Math.abs(other.at.y - c.at.y) > 90) continue;
				if (other !== c && touch(box, moved(disc, other.at), 1)) cost += price.city;
				if (touch(box, moved(cubes, other.at), 0)) cost += price.cubes;
				if (touch(box, moved(pawn, other.at), 0)) cost += price.pawn;
				if (other.id === start && touch(box, moved(team, other.at), 0)) cost += price.team;
				if (touch(box, moved(aside, other.at), 0)) cost += price.aside;
				if (other !== c && touch(box, moved(disc, other.at), 8)) cost += price.near;
				if (other !== c && apart(box, other.at) <= apart(box, c.at)) cost += price.mistaken;
			}
			return { spot, box, cost };
		}),
	);
	const chosen = options.map(() => 0);
	const costOf = (i: number, n: number): number => {
		const option = options[i]?.[n];
		if (!option) return Number.POSITIVE_INFINITY;
		let sum = option.cost;
		options.forEach((theirs, j) => {
			const box = theirs[chosen[j] ?? 0]?.box;
			if (j !== i && box && touch(option.box, box, 2)) sum += price.name;
		});
		return sum;
	};
	for (let round = 0, better = true; better && round < 20; round++) {
		better = false;
		options.forEach((mine, i) => {
			const costs = mine.map((_, n) => costOf(i, n));
			const best = costs.indexOf(Math.min(...costs));
			if ((costs[best] ?? 0) < (costs[chosen[i] ?? 0] ?? 0)) {
				chosen[i] = best;
				better = true;
			}
		});
	}
	return new Map(
		cities.flatMap((c, i): [string, Written][] => {
			const n = chosen[i] ?? 0;
			const spot = options[i]?.[n]?.spot;
			return spot ? [[c.id, { ...spot, crowded: costOf(i, n) >= price.name }]] : [];
		}),
	);
}
