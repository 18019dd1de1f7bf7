// What a map game brings of its own: its box, its map, its actions, and, where it
// has more than the others, what else stands on its board and what else it asks.
// The entry of each game fills one in; desk and scene hand it on.

import type { Component } from 'svelte';
import type { Coming } from '../../app/coming.svelte.ts';
import type { IconName } from '../../look/icons.ts';
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
import type { Position } from './position.ts';

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
	/** Asks which of several moves is meant by a place of the board, where one can stand for several. */
	Among?: Component<{ acting: Acting; at: readonly [number, number] }>;
	/** Questions of its own, by their step. */
	questions?: Record<string, Component<Asked> | undefined>;
	/** What to know at the first table, besides what is said at every table. */
	hints?: (desk: Desk) => Hint[];
	/** More to know of a city, under what stands there. */
	City?: Component<{ desk: Desk; city: string }>;
	/** More marks in the legend: pairs of its list. */
	Legend?: Component;
}

/** A line for somebody new. */
export interface Hint {
	id: string;
	words: string;
	/** It is the moment for it. */
	now: boolean;
	/** Doing what it says is as good as having read it. */
	does?: boolean;
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

export interface TracksProps {
	desk: Desk;
	position: Position;
	compact: boolean;
}

/** Pieces of a game's own, kept in `Standing.own`, and the facts about them. */
export interface Pieces {
	/** The facts of a player's own doing that change them: shown at once, as a move is. */
	doing: readonly string[];
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
