// The drawn map: the positions of cities, of their names, and of the links. It is made at build time
// (map/make.ts).

import type { Box } from './arcs.ts';

export type Point = readonly [x: number, y: number];

/**
 * A line of a link. Two points are a straight line; three are a curve whose middle point is the control
 * point.
 */
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

interface Link {
	a: string;
	b: string;
	/**
	 * One line. A link around the back of the world has two: from a to the edge, and from the other edge to b.
	 */
	lines: readonly Line[];
	/** Whether the link is drawn as dots, because no railroad can be built on it. */
	dotted?: boolean;
	/** Whether most of the link runs over the sea. */
	sea?: boolean;
}

/** The content of the generated file src/gen/<game>-map.json. */
export interface MapFile {
	width: number;
	height: number;
	cities: Record<string, Place>;
	/** Named regions, each with a point around which names leave space for pieces. */
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
	/** The positions of pieces that belong to no city, by name. */
	readonly spots: ReadonlyMap<string, { x: number; y: number }>;
	/** The boxes of the printed tracks, in units of the map; names stay clear of them. */
	readonly printed: Readonly<Record<string, Box>>;
	/** Whether the map wraps around: a line that leaves it at one edge returns at the opposite one. */
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

	/**
	 * Returns the line along the link from one city to another, in that direction. It is empty if the cities
	 * have no link.
	 */
	way(from: string, to: string): string[] {
		const link = this.between.get(`${from} ${to}`);
		if (!link) return [];
		if (link.a === from) return link.lines.map(pathOf);
		return link.lines.toReversed().map((line) => pathOf(line.toReversed()));
	}

	/** Returns the path of a flight between two cities: a curve that bends upwards. */
	flight(from: string, to: string): string {
		const [p, q] = [this.places.get(from), this.places.get(to)];
		if (!p || !q) return '';
		const rise = Math.min(120, Math.hypot(q.x - p.x, q.y - p.y) * 0.22);
		return `M${p.x} ${p.y}Q${(p.x + q.x) / 2} ${(p.y + q.y) / 2 - rise} ${q.x} ${q.y}`;
	}
}

/** Returns a line as an SVG path. */
export function pathOf(line: Line): string {
	const [p, q, r] = line;
	if (!p || !q) return '';
	return r ? `M${p[0]} ${p[1]}Q${q[0]} ${q[1]} ${r[0]} ${r[1]}` : `M${p[0]} ${p[1]}L${q[0]} ${q[1]}`;
}
