// The drawn map: where cities stand, where their names are written, how lines run.
// It is made at build time (map/make.ts).

import type { Box } from './arcs.ts';

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
	/** One line; or two for a link round the back of the world, from a to the edge and from the other edge to b. */
	lines: readonly Line[];
	/** Drawn as dots: no road. */
	dotted?: boolean;
	/** Most of it runs over the sea. */
	sea?: boolean;
}

/** The generated file, src/gen/<game>-map.json. */
export interface MapFile {
	width: number;
	height: number;
	cities: Record<string, Place>;
	/** Ground that is named, each with a middle that is kept free for pieces. */
	regions?: Record<string, { x: number; y: number }>;
	links: {
		a: string;
		b: string;
		points?: Line;
		segments?: readonly Line[];
		dotted?: boolean;
		sea?: boolean;
	}[];
}

export class BoardMap {
	readonly width: number;
	readonly height: number;
	readonly places: ReadonlyMap<string, Place>;
	readonly links: readonly Link[];
	/** Where pieces stand that no city has, by what it is called. */
	readonly spots: ReadonlyMap<string, { x: number; y: number }>;
	/** Where each track is printed on it, in its units; names keep clear of them. */
	readonly printed: Readonly<Record<string, Box>>;
	/** What leaves it at one edge comes back at the other. */
	readonly round: boolean;
	private readonly between: ReadonlyMap<string, Link>;

	constructor(file: MapFile, printed: Readonly<Record<string, Box>> = {}) {
		this.printed = printed;
		this.width = file.width;
		this.height = file.height;
		this.places = new Map(Object.entries(file.cities));
		this.spots = new Map(Object.entries(file.regions ?? {}));
		this.links = file.links.map(({ a, b, points, segments, dotted, sea }) => ({
			a,
			b,
			dotted,
			sea,
			lines: segments ?? (points ? [points] : []),
		}));
		this.round = this.links.some((l) => l.lines.length > 1);
		this.between = new Map(
			this.links.flatMap((l): [string, Link][] => [
				[`${l.a} ${l.b}`, l],
				[`${l.b} ${l.a}`, l],
			]),
		);
	}

	/** The way from one city to another along their link, in that direction; none where they have no link. */
	way(from: string, to: string): string[] {
		const link = this.between.get(`${from} ${to}`);
		if (!link) return [];
		if (link.a === from) return link.lines.map(pathOf);
		return link.lines.toReversed().map((line) => pathOf(line.toReversed()));
	}

	/** A flight over everything between two cities: a curve that bends upwards. */
	flight(from: string, to: string): string {
		const [p, q] = [this.places.get(from), this.places.get(to)];
		if (!p || !q) return '';
		const rise = Math.min(120, Math.hypot(q.x - p.x, q.y - p.y) * 0.22);
		return `M${p.x} ${p.y}Q${(p.x + q.x) / 2} ${(p.y + q.y) / 2 - rise} ${q.x} ${q.y}`;
	}
}

/** A line as the path of a drawing. */
export function pathOf(line: Line): string {
	const [p, q, r] = line;
	if (!p || !q) return '';
	return r ? `M${p[0]} ${p[1]}Q${q[0]} ${q[1]} ${r[0]} ${r[1]}` : `M${p[0]} ${p[1]}L${q[0]} ${q[1]}`;
}
