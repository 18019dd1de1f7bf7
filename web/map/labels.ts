import { along, type Line } from './links.ts';
import type { Box, Disc, Point } from './project.ts';
import { entry, item } from './sure.ts';
import { textWidth } from './type.ts';

export type Anchor = 'start' | 'middle' | 'end';
/** Where a name is written: the point of its baseline that the anchor names. */
export type Label = { x: number; y: number; anchor: Anchor };

/** The size of the names, in px of the view box, and how far letters reach over and under their baseline. */
export const SIZE = 13;
const ASCENT = 10;
const DESCENT = 3.5;
/** The radius of a city, with the line around it. */
export const NODE = 15;
/** The cubes of a city stand over it in an arc: how far they reach, and how high over its middle they begin. */
const CUBES = { reach: 32, above: 6 };

/** The names of a city in every language. */
export type Names = Record<string, string[]>;

/** The paper that names are written on, and discs on it that they had better spare. */
export type Ground = { width: number; height: number; spare?: Disc[] };

/** A place for one city's name, the room it takes in every language, and what it costs by itself. */
type Option = { label: Label; boxes: Box[]; cost: number };

type Choice = { dx: number; dy: number; anchor: Anchor; cost: number };

/** The places for a name, the best first: under the city, a little aside, at its feet left or right. */
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

/** boxOf gives the room that a text takes at a label. */
export function boxOf(label: Label, text: string): Box {
	const width = textWidth(text) * SIZE;
	const left = label.x - { start: 0, middle: width / 2, end: width }[label.anchor];
	return { left, top: label.y - ASCENT, right: left + width, bottom: label.y + DESCENT };
}

export const overlap = (a: Box, b: Box, gap = 0): boolean =>
	a.left < b.right + gap && b.left < a.right + gap && a.top < b.bottom + gap && b.top < a.bottom + gap;

/** covers tells whether a box touches the disc of a city. */
export function covers(box: Box, [x, y]: Point, radius = NODE): boolean {
	const dx = Math.max(box.left - x, 0, x - box.right);
	const dy = Math.max(box.top - y, 0, y - box.bottom);
	return Math.hypot(dx, dy) < radius;
}

/**
 * placeLabels gives every city the place for its name that costs least, round after round until none can do
 * better: never on a city or on another name, rather not on cubes or on what is to be spared, and on as few
 * links as may be.
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

/** clash tells whether two names would touch in one of the languages. */
const clash = (a: Option, b: Option): boolean =>
	a.boxes.some((box, language) => overlap(box, item(b.boxes, language), 3));

/** standing gives what a name costs for what stands still: cities, cubes, links and the edge of the map. */
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

/** lengthUnder gives how much of a link a name hides. */
function lengthUnder(track: Point[], box: Box): number {
	const under = track.filter(([x, y]) => x > box.left && x < box.right && y > box.top && y < box.bottom);
	const [p, q] = [item(track, 0), item(track, 1)];
	return under.length * Math.hypot(q[0] - p[0], q[1] - p[1]);
}
