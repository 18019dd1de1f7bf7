import type { GeoPermissibleObjects } from 'd3-geo';
import { geoNaturalEarth1, geoStream } from 'd3-geo';

export type LonLat = [lon: number, lat: number];
export type Point = [x: number, y: number];
export type Ring = Point[];

/** The view box. Its shape lies between that of a laptop's board (1.62) and a wide screen's (1.85). */
export const WIDTH = 1600;
export const HEIGHT = 900;

/** The meridian in the middle of the map. Its opposite runs through the Bering Strait, so nothing is cut. */
const MIDDLE = 11;
/** Pixels per unit of the projection, before the stretch. */
const SCALE = 334;
/** The map is this much taller than the projection: the board is less wide than the world. */
const STRETCH = 1.15;
/** Where the middle meridian meets the equator. */
const ORIGIN: Point = [780, 545];
/** Beyond these parallels, where no city stands, the map gets flatter and flatter, over as many px. */
const NORTH = { lat: 62, over: 900 };
const SOUTH = { lat: -37, over: 260 };

const projection = geoNaturalEarth1().rotate([-MIDDLE, 0]).scale(SCALE).translate([0, 0]).precision(0.3);

const heightOf = (lat: number): number => (projection([MIDDLE, lat])?.[1] ?? 0) * STRETCH;
const [north, south] = [heightOf(NORTH.lat), heightOf(SOUTH.lat)];

const flatten = (beyond: number, over: number): number => over * (1 - Math.exp(-beyond / over));

/** place puts a point of the projection on the map. */
function place(x: number, y: number): Point {
	const tall = y * STRETCH;
	let flat = tall;
	if (tall < north) flat = north - flatten(north - tall, NORTH.over);
	if (tall > south) flat = south + flatten(tall - south, SOUTH.over);
	return [ORIGIN[0] + x, ORIGIN[1] + flat];
}

/** project gives the place of a point of the globe on the true map, before anything is bent. */
export function project(at: LonLat): Point {
	const p = projection(at);
	if (!p) throw new Error(`nowhere on the map: ${at}`);
	return place(p[0], p[1]);
}

/** projectRings gives the outlines of a shape on the globe: shores of the mainland, of islands and of lakes. */
export function projectRings(shape: GeoPermissibleObjects): Ring[] {
	const rings: Ring[] = [];
	let ring: Ring = [];
	geoStream(
		shape,
		projection.stream({
			point: (x, y) => ring.push(place(x, y)),
			lineStart: () => {
				ring = [];
			},
			lineEnd: () => rings.push(ring),
			polygonStart: () => {},
			polygonEnd: () => {},
		}),
	);
	return rings;
}
