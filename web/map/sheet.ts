import type { Print } from './print.ts';
import type { Box, LonLat, Point, Projection, Ring } from './project.ts';

/** What one map has of its own; how a map is made from it is the same for all. */
export type Sheet = {
	/** The game that is played on it: its board is src/gen/<game>.json. */
	game: string;
	/** The view box. */
	width: number;
	height: number;
	/** Where each city of the board stands on the globe. */
	places: Record<string, LonLat>;
	projection: Projection;
	/** The shores it is drawn from, in the world-atlas package. */
	atlas: string;
	/** Cities stay within: room for cubes above and a name below. */
	frame: Box;
	room: Room;
	/** What the map promises: how far cities are apart at least, in px, and how much a direction may turn, in degrees. */
	apart: number;
	turn: number;
	/** The shores of lakes, which the atlas leaves out. */
	lakes: Record<string, LonLat[]>;
	/** The least triangle that a point of the coast must make, and the least island, in px². */
	grain: number;
	speck: number;
	/** How much the coast matters at a point: 1, or less where nobody looks. */
	care: (p: Point) => number;
	/** Whether a shore is drawn at all. */
	drawn: (shore: Ring) => boolean;
	/** How far from the shore the lines in the water run, in px. */
	water: number[];
	/** The countries that it is played in, where other land is drawn apart, and their borders with each other too. */
	countries: string[];
	/** Names spare the middle of a region this far about it, in px. */
	spare: number;
	/** How the board is printed, where it is. */
	print?: Print;
	/** How far a link is bent where nothing is in its way, as a part of its length; straight without. */
	bent?: (a: string, b: string) => number;
};

/** How much room cities take. */
export type Room = {
	/** They keep this far apart: more from side to side, for names are wide. */
	apart: Point;
	/** Two cities are near, and keep their direction, when this close on the true map. */
	near: number;
	/** How far a city keeps from links that are not its own, where what links enclose must be wide. */
	clear: number;
};
