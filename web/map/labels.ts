import { along, type Line } from './links.ts';
import type { Box, Disc, Point } from './project.ts';
import { entry, item } from './sure.ts';
import { textWidth } from './type.ts';

export type Anchor = 'start' | 'middle' | 'end';
/** The position of a city's name: a point on the text's baseline, at its start, middle or end. */
export type Label = { x: number; y: number; anchor: Anchor };

/**
 * The type size of names in px of the view box, and how far letters extend above and below their baseline.
 */
export const SIZE = 13;
const ASCENT = 10;
const DESCENT = 3.5;
/** The radius of a city's disc, including its outline. */
export const NODE = 15;
/**
 * The cubes of a city form an arc above it. `reach` is how far from the city's centre they extend, `above`
 * how high above it they begin.
 */
const CUBES = { reach: 32, above: 6 };

/** The names of each city, one per language. */
export type Names = Record<string, string[]>;

/** The area in which names are placed, and discs that they should avoid. */
export type Ground = { width: number; height: number; spare?: Disc[] };

/**
 * A possible position of a city's name, the boxes that the name fills in each language, and its cost before
 * other names are considered.
 */
type Option = { label: Label; boxes: Box[]; cost: number };

type Choice = { dx: number; dy: number; anchor: Anchor; cost: number };

/**
 * The positions to try for a name, best first: under the city, then slightly to the side, then at its lower
 * left or right.
 */
const choices: Choice[] = [
	{ dx: 0, dy: 30, anchor: 'middle', cost: 0 },
	...[10, -10, 20, -20, 30, -30].map(
		(dx): Choice => ({ dx, dy: 30, anchor: 'middle', cost: Math.abs(dx) / 5 }),
	),
	{ dx: 21, dy: 12, anchor: 'start', cost: 9 },
	{ dx: -21, dy: 12, anchor: 'end', cost: 9 },
	{ dx: 21, dy: 5, anchor: 'start', cost: 10 },
	{ dx: -21, dy: 5, anchor: 'end', cost: 10 },
	{ dx: 17, dy: 22, anchor: 'start', cost: 8 },
	{ dx: -17, dy: 22, anchor: 'end', cost: 8 },
	{ dx: 0, dy: -40, anchor: 'middle', cost: 25 },
];

/** boxOf returns the box that a text fills at a label's position. */
export function boxOf(label: Label, text: string): Box {
	const width = textWidth(text) * SIZE;
	const left = label.x - { start: 0, middle: width / 2, end: width }[label.anchor];
	return { left, top: label.y - ASCENT, right: left + width, bottom: label.y + DESCENT };
}

export const overlap = (a: Box, b: Box, gap = 0): boolean =>
	a.left < b.right + gap && b.left < a.right + gap && a.top < b.bottom + gap && b.top < a.bottom + gap;

/** covers reports whether a box touches the disc of a city. */
export function covers(box: Box, [x, y]: Point, radius = NODE): boolean {
	const dx = Math.max(box.left - x, 0, x - box.right);
	const dy = Math.max(box.top - y, 0, y - box.bottom);
	return Math.hypot(dx, dy) < radius;
}

/**
 * placeLabels gives every city the cheapest position for its name, in rounds until no name can improve. A
 * name never covers a city or another name. It avoids cubes and the given discs, and covers as few links as
 * possible.
 */
export function placeLabels(
	at: Record<string, Point>,
	names: Names,
	lines: Line[],
	ground: Ground,
): Record<string, Label> {
	const tracks = lines.map(along);
	const cities = Object.entries(at).map(([id, [x, y]]) => {
		const options = choices.map(({ dx, dy, anchor, cost }): Option => {
			const label: Label = { x: x + dx, y: y + dy, anchor };
			const boxes = entry(names, id).map((name) => boxOf(label, name));
			return { label, boxes, cost: cost + standing(id, boxes, at, tracks, ground) };
		});
		return { id, options, chosen: item(options, 0) };
	});
	type Named = (typeof cities)[number];
	const price = (city: Named, option: Option): number => {
		const clashes = cities.filter((other) => other !== city && clash(option, other.chosen));
		return option.cost + 1000 * clashes.length;
	};
	for (let round = 0, moved = true; moved && round < 50; round++) {
		moved = false;
		for (const city of cities) {
			for (const option of city.options) {
				if (price(city, option) < price(city, city.chosen) - 1e-9) {
					city.chosen = option;
					moved = true;
				}
			}
		}
	}
	return Object.fromEntries(cities.map(({ id, chosen }) => [id, chosen.label]));
}

/** clash reports whether two names would touch in one of the languages. */
const clash = (a: Option, b: Option): boolean =>
	a.boxes.some((box, language) => overlap(box, item(b.boxes, language), 3));

/**
 * standing returns the cost of a position for covering what never moves: cities, cubes, links and the map's
 * edge.
 */
function standing(
	id: string,
	boxes: Box[],
	at: Record<string, Point>,
	tracks: Point[][],
	{ width, height, spare = [] }: Ground,
): number {
	let sum = 0;
	for (const box of boxes) {
		if (box.left < 4 || box.right > width - 4 || box.top < 4 || box.bottom > height - 4) sum += 1000;
		sum += 15 * spare.filter(({ x, y, r }) => covers(box, [x, y], r)).length;
		for (const [other, [x, y]] of Object.entries(at)) {
			if (covers(box, [x, y], other === id ? NODE : NODE + 4)) sum += 1000;
			const upper = { ...box, bottom: Math.min(box.bottom, y - CUBES.above) };
			if (upper.top < upper.bottom && covers(upper, [x, y], CUBES.reach)) sum += 12;
		}
		for (const track of tracks) sum += lengthUnder(track, box) / 20;
	}
	return sum / boxes.length;
}

/** lengthUnder returns the length of the part of a link that a name covers. */
function lengthUnder(track: Point[], box: Box): number {
	const under = track.filter(([x, y]) => x > box.left && x < box.right && y > box.top && y < box.bottom);
	const [p, q] = [item(track, 0), item(track, 1)];
	return under.length * Math.hypot(q[0] - p[0], q[1] - p[1]);
}
