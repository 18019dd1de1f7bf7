// The drawn map: where cities stand, where their names are written, how lines run.
// It is made from the world's coasts at build time (map/make.ts).

import drawn from '../../../gen/world-map.json';

export type Point = readonly [x: number, y: number];

/** Two points are a straight line; three are a curve, and the middle one its control point. */
export type Line = readonly Point[];

export interface Label {
	x: number;
	y: number;
	anchor: 'start' | 'middle' | 'end';
}

export interface Place {
	x: number;
	y: number;
	label: Label;
}

export interface Link {
	a: string;
	b: string;
	/** One line; or two for a link across the Pacific, from a to the edge and from the other edge to b. */
	lines: readonly Line[];
}

interface Drawn {
	width: number;
	height: number;
	cities: Record<string, Place>;
	links: { a: string; b: string; points?: Line; segments?: readonly Line[] }[];
}

const raw = drawn as unknown as Drawn;

export const width = raw.width;
export const height = raw.height;
export const places: ReadonlyMap<string, Place> = new Map(Object.entries(raw.cities));
export const links: readonly Link[] = raw.links.map(({ a, b, points, segments }) => ({
	a,
	b,
	lines: segments ?? (points ? [points] : []),
}));

const between = new Map(
	links.flatMap(
		(l) =>
			[
				[`${l.a} ${l.b}`, l],
				[`${l.b} ${l.a}`, l],
			] as const,
	),
);

/** The link of two cities, if there is one. */
function linkOf(a: string, b: string): Link | undefined {
	return between.get(`${a} ${b}`);
}

/** A line as the path of a drawing. */
export function pathOf(line: Line): string {
	const [p, q, r] = line;
	if (!p || !q) return '';
	return r ? `M${p[0]} ${p[1]}Q${q[0]} ${q[1]} ${r[0]} ${r[1]}` : `M${p[0]} ${p[1]}L${q[0]} ${q[1]}`;
}

/** The way from one city to another along their link, in that direction; none where they have no link. */
export function way(from: string, to: string): string[] {
	const link = linkOf(from, to);
	if (!link) return [];
	if (link.a === from) return link.lines.map(pathOf);
	return link.lines.toReversed().map((line) => pathOf(line.toReversed()));
}

/** A flight over everything between two cities: a curve that bends upwards. */
export function flight(from: string, to: string): string {
	const [p, q] = [places.get(from), places.get(to)];
	if (!p || !q) return '';
	const rise = Math.min(120, Math.hypot(q.x - p.x, q.y - p.y) * 0.22);
	return `M${p.x} ${p.y}Q${(p.x + q.x) / 2} ${(p.y + q.y) / 2 - rise} ${q.x} ${q.y}`;
}
