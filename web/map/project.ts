import type { GeoPermissibleObjects, GeoProjection } from 'd3-geo';
import { geoStream } from 'd3-geo';

export type LonLat = [lon: number, lat: number];
export type Point = [x: number, y: number];
export type Ring = Point[];
export type Box = { left: number; top: number; right: number; bottom: number };
export type Disc = { x: number; y: number; r: number };

/** A projection of part of the globe onto the plane, before the map is deformed. */
export type Projection = {
	/** point returns the position of a point of the globe on the plane. */
	point: (at: LonLat) => Point;
	/** lines returns the outlines of a shape on the globe: shores of land and lakes, or borders. */
	lines: (shape: GeoPermissibleObjects) => Ring[];
};

/** projection combines a projection of the globe with the function that places its result on the map. */
export function projection(globe: GeoProjection, place: (x: number, y: number) => Point): Projection {
	return {
		point: (at) => {
			const p = globe(at);
			if (!p) throw new Error(`nowhere on the map: ${at}`);
			return place(p[0], p[1]);
		},
		lines: (shape) => {
			const lines: Ring[] = [];
			let line: Ring = [];
			geoStream(
				shape,
				globe.stream({
					point: (x, y) => line.push(place(x, y)),
					lineStart: () => {
						line = [];
					},
					lineEnd: () => lines.push(line),
					polygonStart: () => {},
					polygonEnd: () => {},
				}),
			);
			return lines;
		},
	};
}
