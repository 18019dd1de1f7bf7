// What a map game brings of its own: its box, its map, its actions, and, where it
// has more than the others, what else stands on its board and what else it asks.
// The entry of each game fills one in; desk and scene hand it on.

import type { Component } from 'svelte';
import type { Coming } from '../../app/coming.svelte.ts';
import type { IconName } from '../../look/icons.ts';
import type { Hint } from '../../table/hint.ts';
import type { Line } from '../../words/notation.ts';
import type { Acting } from './acting/acting.svelte.ts';
import type { Asked } from './acting/asked.ts';
import type { Family } from './acting/families.ts';
import type { Beat } from './board/beats.ts';
import type { BoardMap } from './board/map.ts';
import type { CityMarks } from './board/marks.ts';
import type { Scene } from './board/scene.ts';
import type { Standing } from './board/standing.ts';
import type { Box } from './box.ts';
import type { Desk } from './desk.svelte.ts';
import type { Offer } from './offers.ts';
import type { Position, Seat } from './position.ts';

export interface Game {
	box: Box;
	map: BoardMap;
	/** The ground of the board in the units of the map: svg. */
	Land: Component;
	/** The buttons of the action bar, in their order. */
	families: readonly Family[];
	/** Moves that carry a pawn, the simplest first; that one goes along the lines of the map. */
	travel: readonly string[];
	/** Moves that name a line by the cities at its ends, which are chosen in either order. */
	lines?: readonly string[];
	/** Pictures of moves that do not wear that of their family. */
	pictures?: Record<string, IconName | undefined>;
	/** Ways to play that give some ends of the game a text of their own, the first that has one. */
	ways?: readonly string[];
	/** The corner of the map at the bottom right is open: hints stand there, where the top has cities. */
	corner?: boolean;
	/** What is not needed for the first move; the board fetches it. */
	rest?: Coming<GameRest>;
}

export interface GameRest {
	/** What one should know of the cost of a move besides, in words. */
	note?: (position: Position, offer: Offer) => string | undefined;
	/** What stands in the ring of a city and beside it, where that is not a station like any other: svg. */
	Site?: Component<{ marks: CityMarks }>;
	/** What else stands on the board and changes as moves are played back. */
	pieces?: Pieces;
	/** What else is drawn on the board: svg, once for each part. */
	Layer?: Component<LayerProps>;
	/** What else stands in the row of tracks: items of its list. */
	Tracks?: Component<TracksProps>;
	/** What stands under the map, where there is room for it. */
	Dock?: Component<{ desk: Desk }>;
	/** Asks which of several moves is meant by a place of the board, where one can stand for several. */
	Among?: Component<{ acting: Acting; at: readonly [number, number] }>;
	/** Cards that one plays with besides one's own. */
	Hand?: Component<HandProps>;
	/** What else lies before a seat, beside its hand in the row of the team. */
	Before?: Component<{ desk: Desk; seat: Seat }>;
	/** More rows of the team: hands that belong to no seat. */
	Team?: Component<{ desk: Desk; tiles: boolean }>;
	/** What is said on a card that is no city, where it is not played at any time. */
	cardWords?: (card: string) => string | undefined;
	/** What else is drawn at a city, for those who hear the board. */
	cityWords?: (position: Position, city: string) => string | undefined;
	/** What stands out about a disease, in words; it is marked among the cures. */
	diseaseWords?: (position: Position, disease: string) => string | undefined;
	/** How cures win the game, where that is not said for all tables. */
	winWords?: (desk: Desk) => string | undefined;
	/** Where there are teams: the seats, each under its team. */
	Sides?: Component<SidesProps>;
	/** Where there are teams: what one's own has in sight all the time, over the hand. */
	Bar?: Component<{ desk: Desk }>;
	/** Where there are teams: how the game was decided between them. */
	Count?: Component<{ desk: Desk }>;
	/** Where there are teams: a pawn of one, svg. */
	Pawn?: Component<PawnProps>;
	/** Where there are teams: which of them won, in words. */
	winners?: (desk: Desk, won: readonly number[]) => string | undefined;
	/** Where there are teams: how one's part of a turn ends. */
	endingOf?: (desk: Desk) => Ending | undefined;
	/** Questions of its own, by their step. */
	questions?: Record<string, Component<Asked> | undefined>;
	/** What to know at the first table, besides what is said at every table. */
	hints?: (desk: Desk) => Hint[];
	/** More to know of a city, under what stands there. */
	City?: Component<{ desk: Desk; city: string }>;
	/** More marks in the legend: pairs of its list. */
	Legend?: Component<{ scene: Scene }>;
}

export interface LayerProps {
	/** `ground` lies under the lines, `lines` over them and under the cities, `pieces` over the cities. */
	part: 'ground' | 'lines' | 'pieces';
	scene: Scene;
	/** What stands there just now; while something is played back, not yet what is true. */
	shown: Standing;
	/** What is being played back. */
	beat: Beat | null;
	/** Told of the moves that a point of the map stands for; left out where nothing can be played. */
	onchoose?: (offers: Offer[], at: { x: number; y: number }, title: string) => void;
}

export interface SidesProps {
	desk: Desk;
	/** As shown just now. */
	seats: readonly Seat[];
	/** Side by side, for a tablet. */
	tiles: boolean;
}

/** As PawnPin, and its team. */
export interface PawnProps {
	role?: string;
	letter: string;
	x: number;
	y: number;
	size: number;
	active: boolean;
	team?: number;
}

/** The words of the button that ends a turn. */
export interface Ending {
	label: string;
	hint: string;
	/** What somebody new to the game is told once no action is left. */
	done: string;
	/** The same turn goes on: no card is turned over yet. */
	goesOn?: boolean;
}

export interface HandProps {
	desk: Desk;
	/** The card whose uses are shown. */
	picked: string | null;
	onpress: (card: string, event: MouseEvent) => void;
}

export interface TracksProps {
	desk: Desk;
	position: Position;
	compact: boolean;
}

/** Pieces of a game's own, kept in `Standing.own`, and the facts about them. */
export interface Pieces {
	/** The facts of a player's own doing that change them: shown at once, as a move is. */
	doing: readonly string[];
	/** Those that everybody should see come: told over the board as an epidemic is. */
	alarms?: readonly string[];
	/** Those that stand for a cure. */
	cures?: readonly string[];
	/** Those that say why a cube was not placed. */
	spares?: readonly string[];
	/** Those that carry a cube along a line, and those that break out as a city does. */
	walks?: readonly string[];
	bursts?: readonly string[];
	of: (position: Position) => unknown;
	/** What stands there after a fact, the game's own pieces and those of all games. */
	after: (standing: Standing, fact: Line) => Standing;
}
