// The components that one map game adds to those that all map games share, named by where they appear. The
// table passes them through a Svelte context, so that the shared code does not import them.

import { type Component, getContext, setContext } from 'svelte';
import type { LazyModule } from '../../../app/lazy.svelte.ts';
import type { Hint } from '../../../table/hint.ts';
import type { Beat } from '../board/beats.ts';
import type { CityMarks } from '../board/marks.ts';
import type { Scene } from '../board/scene.ts';
import type { Standing } from '../board/standing.ts';
import type { Asked } from '../interaction/asked.ts';
import type { Interaction } from '../interaction/interaction.svelte.ts';
import type { PlayerSession } from '../session.svelte.ts';
import type { DeferredParts, Game } from './game.ts';
import type { MoveOption } from './offers.ts';
import type { Position, Seat } from './position.ts';

/** A map game with its components; the entry of each game provides one. */
export interface TableGame extends Game {
	deferred?: LazyModule<GameParts>;
}

const key = {};

/** Provides the parts of a game to all components inside the calling one. */
export function provideParts(game: TableGame): void {
	setContext(key, game.deferred);
}

/** Returns the parts of the current game; undefined if it has none. */
export function useParts(): TableGame['deferred'] {
	return getContext(key);
}

export interface GameParts extends DeferredParts {
	/** What is drawn in and around a city's ring, as SVG, if it is not an ordinary station. */
	Site?: Component<{ marks: CityMarks }>;
	/** Further drawings on the board, as SVG; rendered once for each `part`. */
	Layer?: Component<LayerProps>;
	/** Further items for the row of tracks. */
	Tracks?: Component<TracksProps>;
	/** A panel under the player's hand, or under the map, if there is space. */
	Dock?: Component<{ session: PlayerSession; bare?: boolean }>;
	/** Reports whether the `Dock` panel shows everything, so that the hand's cards shrink to strips. */
	docked?: (position: Position) => boolean;
	/** Lets the player choose a move if a tap on the board can mean several. */
	Among?: Component<{ interaction: Interaction; at: readonly [number, number] }>;
	/** Cards other than those in the hand that the player can use. */
	Hand?: Component<HandProps>;
	/** Further content for a seat in the team's row, next to its hand. */
	Before?: Component<{ session: PlayerSession; seat: Seat }>;
	/** Further rows of the team, for hands that belong to no seat. */
	Team?: Component<{ session: PlayerSession; tiles: boolean }>;
	/** Returns the events in force, each with the seat that has it. */
	inForce?: (position: Position) => { seat: number; events: readonly string[] }[];
	/** Returns how cures win the game, if it is not as usual. */
	winWords?: (session: PlayerSession) => string | undefined;
	/** With teams: the list of seats, each under its team. */
	Sides?: Component<SidesProps>;
	/** With teams: the cards that only the player's team sees, shown over the hand. */
	Bar?: Component<{ session: PlayerSession }>;
	/** With teams: how the game was decided between the teams. */
	Count?: Component<{ session: PlayerSession }>;
	/** With teams: a pawn in a team's colours, as SVG. */
	Pawn?: Component<PawnProps>;
	/** With teams: returns the text about which teams won. */
	winners?: (session: PlayerSession, won: readonly number[]) => string | undefined;
	/** With teams: returns how the player's part of a turn ends. */
	endingOf?: (session: PlayerSession) => Ending | undefined;
	/** The components for the game's own questions, by the API's name for the question. */
	questions?: Record<string, Component<Asked> | undefined>;
	/** Returns hints for newcomers, besides those of every table. */
	hints?: (session: PlayerSession) => Hint[];
	/** Further details in a city's panel, under its pieces. */
	City?: Component<{ session: PlayerSession; city: string }>;
	/** Further marks in the legend, as term and description pairs. */
	Legend?: Component<{ scene: Scene }>;
}

export interface LayerProps {
	/**
	 * The layer to draw: `ground` is under the lines, `lines` over them and under the cities, `pieces` over the
	 * cities.
	 */
	part: 'ground' | 'lines' | 'pieces';
	scene: Scene;
	/** The state of the board that is shown. During an animation it is not the true one yet. */
	shown: Standing;
	/** The current beat of the animation, if one runs. */
	beat: Beat | null;
	/** Called with the moves that a tap on a point of the map can mean; undefined if the player cannot move. */
	onchoose?: (offers: MoveOption[], at: { x: number; y: number }, title: string) => void;
}

export interface SidesProps {
	session: PlayerSession;
	/** The seats in the state that is shown now. */
	seats: readonly Seat[];
	/** Whether the rows are next to each other, for a tablet. */
	tiles: boolean;
}

/** PawnPin's props, and the pawn's team. */
export interface PawnProps {
	role?: string;
	letter: string;
	x: number;
	y: number;
	size: number;
	active: boolean;
	team?: number;
}

/** The texts of the button that ends a turn. */
export interface Ending {
	label: string;
	hint: string;
	/** The hint for a newcomer who has no action left. */
	done: string;
	/** Whether the turn continues, so that no card is drawn yet. */
	goesOn?: boolean;
}

export interface HandProps {
	session: PlayerSession;
	/** The card whose uses are listed. */
	picked: string | null;
	onpress: (card: string, event: MouseEvent) => void;
}

/** The size of the tracks: `true` for small chips, `mini` for the print over a phone's map. */
export type Compact = boolean | 'mini';

export interface TracksProps {
	session: PlayerSession;
	position: Position;
	compact: Compact;
}
