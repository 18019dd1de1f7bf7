import { geoConicEqualArea } from 'd3-geo';
import { type LonLat, type Point, projection } from './project.ts';
import type { Sheet } from './sheet.ts';

/** The map's proportions are those of a laptop screen's board. */
const WIDTH = 1440;
const HEIGHT = 900;

/** The centre of the peninsula, which is at the centre of the map, with north up. */
const MIDDLE: LonLat = [-3.3, 39.95];
const CENTRE: Point = [700, 462];
/** Pixels per unit of the projection, before the horizontal stretch. */
const SCALE = 5600;
/**
 * The factor by which the map is stretched horizontally, because the board is wider in proportion than the
 * peninsula.
 */
const STRETCH = 1.14;
/**
 * How far the land extends beyond the map, in px: a screen of other proportions shows more around the map.
 */
const AROUND = 800;

const globe = geoConicEqualArea()
	.parallels([37, 43])
	.rotate([-MIDDLE[0], 0])
	.center([0, MIDDLE[1]])
	.scale(SCALE)
	.translate([0, 0])
	.precision(0.3)
	.clipExtent([
		[(-CENTRE[0] - AROUND) / STRETCH, -CENTRE[1] - AROUND],
		[(WIDTH - CENTRE[0] + AROUND) / STRETCH, HEIGHT - CENTRE[1] + AROUND],
	]);

/** place converts a point of the projection to a point on the map. */
const place = (x: number, y: number): Point => [CENTRE[0] + x * STRETCH, CENTRE[1] + y];

/**
 * The position of each city on the globe, in degrees: longitude, latitude. Coastal cities are slightly
 * inland, so that they stay on land however the shore is simplified.
 */
const places: Record<string, LonLat> = {
	'a-coruna': [-8.41, 43.37],
	'santiago-de-compostela': [-8.54, 42.88],
	vigo: [-8.72, 42.24],
	ourense: [-7.86, 42.34],
	braga: [-8.42, 41.55],
	porto: [-8.61, 41.15],
	coimbra: [-8.42, 40.21],
	lisboa: [-9.14, 38.72],
	evora: [-7.91, 38.57],
	albufeira: [-8.25, 37.09],
	caceres: [-6.37, 39.48],
	salamanca: [-5.66, 40.97],
	badajoz: [-6.97, 38.88],
	huelva: [-6.95, 37.26],
	sevilla: [-5.98, 37.39],
	cadiz: [-6.29, 36.53],
	gibraltar: [-5.35, 36.14],
	malaga: [-4.42, 36.72],
	cordoba: [-4.78, 37.89],
	jaen: [-3.79, 37.77],
	granada: [-3.6, 37.18],
	almeria: [-2.46, 36.84],
	'ciudad-real': [-3.93, 38.99],
	toledo: [-4.03, 39.86],
	leon: [-5.57, 42.6],
	gijon: [-5.66, 43.54],
	santander: [-3.84, 43.42],
	bilbao: [-2.93, 43.26],
	'san-sebastian': [-1.98, 43.32],
	'vitoria-gasteiz': [-2.67, 42.85],
	pamplona: [-1.64, 42.81],
	burgos: [-3.7, 42.34],
	valladolid: [-4.72, 41.65],
	soria: [-2.47, 41.76],
	madrid: [-3.7, 40.42],
	huesca: [-0.41, 42.14],
	zaragoza: [-0.88, 41.65],
	teruel: [-1.11, 40.34],
	cuenca: [-2.13, 40.07],
	albacete: [-1.86, 38.99],
	cartagena: [-0.98, 37.61],
	alicante: [-0.48, 38.35],
	valencia: [-0.38, 39.47],
	tarragona: [1.25, 41.12],
	barcelona: [2.17, 41.39],
	girona: [2.82, 41.98],
	'andorra-la-vella': [1.52, 42.51],
	'palma-de-mallorca': [2.65, 39.57],
};

/** outside returns how far a point is outside the map, in px. */
const outside = ([x, y]: Point): number => Math.max(-x, -y, x - WIDTH, y - HEIGHT, 0);

export const sheet: Sheet = {
	game: 'iberia',
	width: WIDTH,
	height: HEIGHT,
	places,
	projection: projection(globe, place),
	atlas: 'countries-10m.json',
	frame: { left: 80, top: 70, right: WIDTH - 80, bottom: HEIGHT - 70 },
	apart: 100,
	turn: 45,
	room: { apart: [126, 108], near: 260, clear: 84 },
	lakes: {},
	grain: 1,
	speck: 12,
	// Far outside the map, the coast is drawn with less detail.
	care: (p) => 1 / (1 + outside(p) / 12),
	// The projection turns a distant, tiny island into its complement: the whole globe, as a frame of four
	// corners. Such shores are left out.
	drawn: (shore) => shore.length > 4,
	water: [5, 11, 18],
	countries: ['Spain', 'Portugal', 'Andorra', 'Gibraltar'],
	spare: 22,
};
