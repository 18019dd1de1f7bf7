import type { Print } from './print.ts';
import type { Box, LonLat, Point, Projection, Ring } from './project.ts';

/** A sheet: the parameters of one map. The same code makes all maps. */
export type Sheet = {
	/** The game that the map is for. Its board is src/gen/<game>.json. */
	game: string;
	/** The size of the view box. */
	width: number;
	height: number;
	/** The position of each city on the globe. */
	places: Record<string, LonLat>;
	projection: Projection;
	/** The file of the shores in the world-atlas package. */
	atlas: string;
	/** The box that cities stay within. It leaves space for cubes above them and a name below. */
	frame: Box;
	room: Room;
	/**
	 * What the map guarantees: the minimum distance between cities in px, and the maximum change of a
	 * direction in degrees.
	 */
	apart: number;
	turn: number;
	/** The shores of lakes, which the world-atlas package lacks. */
	lakes: Record<string, LonLat[]>;
	/**
	 * The smallest triangle that a point of the coast may form with its neighbours, and the smallest island,
	 * in px².
	 */
	grain: number;
	speck: number;
	/** care returns how much the details of the coast at a point matter: 1, or less at unimportant points. */
	care: (p: Point) => number;
	/** drawn reports whether a shore is drawn at all. */
	drawn: (shore: Ring) => boolean;
	/** The distances of the water lines from the shore, in px. */
	water: number[];
	/** The game's countries, if the map draws their borders and draws other land differently. */
	countries: string[];
	/** The radius around a region's centre that names avoid, in px. */
	spare: number;
	/** How the board is printed; undefined if the map has no print. */
	print?: Print;
	/**
	 * bent returns how far an unobstructed link is bent, as a share of its length; undefined means straight.
	 */
	bent?: (a: string, b: string) => number;
};

/** The distances that cities keep from each other and from links. */
export type Room = {
	/** The minimum distance of two cities: larger horizontally, since names are wide. */
	apart: Point;
	/**
	 * The largest distance on the true map at which two cities count as neighbours and keep their direction.
	 */
	near: number;
	/** How far a city stays from the links of other cities, if the areas between links must be wide. */
	clear: number;
};
