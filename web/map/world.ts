import { geoNaturalEarth1 } from 'd3-geo';
import { lakes } from './lakes.ts';
import { type LonLat, type Point, projection } from './project.ts';
import type { Sheet } from './sheet.ts';
import { print } from './world-print.ts';

/**
 * The board is 1.62 times as wide as it is high on a laptop, and 1.85 times on a wide screen. The map's
 * proportions are in between.
 */
const WIDTH = 1600;
const HEIGHT = 900;

/**
 * The meridian at the map's centre. The opposite meridian runs through the Bering Strait, so the map's edge
 * cuts no land.
 */
const MIDDLE = 11;
/** Pixels per unit of the projection, before the vertical stretch. */
const SCALE = 334;
/** The factor by which the map is stretched vertically, because the board is less wide than the world. */
const STRETCH = 1.15;
/** The point of the map at which the central meridian crosses the equator. */
const ORIGIN: Point = [780, 545];
/**
 * The parallels beyond which there are no cities. Beyond them the map is compressed more and more, over
 * this many px.
 */
const NORTH = { lat: 62, over: 900 };
const SOUTH = { lat: -37, over: 260 };

const globe = geoNaturalEarth1().rotate([-MIDDLE, 0]).scale(SCALE).translate([0, 0]).precision(0.3);

const heightOf = (lat: number): number => (globe([MIDDLE, lat])?.[1] ?? 0) * STRETCH;
const [north, south] = [heightOf(NORTH.lat), heightOf(SOUTH.lat)];

const flatten = (beyond: number, over: number): number => over * (1 - Math.exp(-beyond / over));

/** place converts a point of the projection to a point on the map. */
function place(x: number, y: number): Point {
	const tall = y * STRETCH;
	let flat = tall;
	if (tall < north) flat = north - flatten(north - tall, NORTH.over);
	if (tall > south) flat = south + flatten(tall - south, SOUTH.over);
	return [ORIGIN[0] + x, ORIGIN[1] + flat];
}

/**
 * The position of each city on the globe, in degrees: longitude, latitude. Coastal cities are slightly
 * inland, so that they stay on land however the shore is simplified.
 */
const places: Record<string, LonLat> = {
	'san-francisco': [-121.95, 37.75],
	chicago: [-87.63, 41.88],
	atlanta: [-84.39, 33.75],
	montreal: [-73.47, 45.4],
	'new-york': [-74.11, 40.81],
	washington: [-77.04, 38.91],
	london: [-0.13, 51.51],
	madrid: [-3.7, 40.42],
	paris: [2.35, 48.86],
	essen: [7.01, 51.46],
	milan: [9.19, 45.46],
	'st-petersburg': [30.34, 59.93],
	'los-angeles': [-118.24, 34.05],
	'mexico-city': [-99.13, 19.43],
	miami: [-80.4, 25.86],
	bogota: [-74.07, 4.71],
	lima: [-77.04, -12.05],
	santiago: [-70.67, -33.45],
	'buenos-aires': [-58.38, -34.6],
	'sao-paulo': [-46.63, -23.55],
	lagos: [3.38, 6.52],
	kinshasa: [15.27, -4.44],
	johannesburg: [28.05, -26.2],
	khartoum: [32.56, 15.5],
	moscow: [37.62, 55.76],
	istanbul: [28.7, 41.2],
	algiers: [3.06, 36.75],
	cairo: [31.24, 30.04],
	baghdad: [44.37, 33.31],
	riyadh: [46.68, 24.71],
	tehran: [51.39, 35.69],
	karachi: [67.0, 24.86],
	delhi: [77.1, 28.7],
	mumbai: [73.1, 19.1],
	kolkata: [88.36, 22.57],
	chennai: [80.05, 13.08],
	beijing: [116.41, 39.9],
	seoul: [126.98, 37.57],
	tokyo: [139.69, 35.68],
	shanghai: [121.47, 31.23],
	'hong-kong': [114.17, 22.42],
	taipei: [121.57, 25.03],
	osaka: [135.5, 34.69],
	bangkok: [100.5, 13.76],
	jakarta: [106.85, -6.21],
	'ho-chi-minh-city': [106.63, 10.82],
	manila: [120.98, 14.6],
	sydney: [151.21, -33.87],
};

/** North of this y, in px, there are no cities but much coast, which is drawn with less detail. */
const FAR_NORTH = 50;

/** How far some links are bent, as a share of their length, to avoid cities or each other. */
const BENT: Record<string, number> = {
	'madrid sao-paulo': 0.1,
	'lagos sao-paulo': -0.12,
	'london new-york': -0.13,
	'madrid new-york': 0.1,
	'jakarta sydney': 0.12,
	'manila sydney': -0.14,
	'johannesburg khartoum': -0.1,
	'bogota buenos-aires': 0.06,
	'lima mexico-city': 0.08,
	'chicago mexico-city': 0.1,
	'chennai jakarta': 0.14,
	'algiers paris': 0.06,
	'shanghai tokyo': -0.12,
};

/** gently returns a slight bend for any other link. The link's name determines to which side. */
function gently(name: string): number {
	let sum = 0;
	for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) % 997;
	return ((sum / 997) * 2 - 1) * 0.11;
}

export const sheet: Sheet = {
	game: 'world',
	width: WIDTH,
	height: HEIGHT,
	places,
	projection: projection(globe, place),
	atlas: 'land-50m.json',
	frame: { left: 80, top: 70, right: WIDTH - 80, bottom: HEIGHT - 70 },
	apart: 73,
	turn: 35,
	room: { apart: [86, 78], near: 260, clear: 0 },
	lakes,
	grain: 0.75,
	speck: 7,
	care: ([, y]) => (y < FAR_NORTH ? 0.35 : 1),
	// Land that lies entirely in the far south, below the map, is left out.
	drawn: (shore) => shore.every(([, y]) => y < HEIGHT + 60),
	water: [10, 17, 25, 34],
	countries: [],
	spare: 0,
	print,
	bent: (a, b) => BENT[`${a} ${b}`] ?? gently(`${a} ${b}`),
};
