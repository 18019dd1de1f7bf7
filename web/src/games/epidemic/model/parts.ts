// What a map game draws of its own, beside what every map game has: components by the place where they stand. They
// work on a session, which knows the game; the table hands them down by context, so that neither knows them.

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

/** A map game with what it draws: the entry of each game fills one in. */
export interface TableGame extends Game {
	deferred?: LazyModule<GameParts>;
}

const key = {};

/** Hands the parts of a game to everything inside the component that calls it. */
export function provideParts(game: TableGame): void {
	setContext(key, game.deferred);
}

/** The parts of the game that is played; nothing where it has none. */
export function useParts(): TableGame['deferred'] {
	return getContext(key);
}

export interface GameParts extends DeferredParts {
	/** What stands in the ring of a city and beside it, where that is not a station like any other: svg. */
	Site?: Component<{ marks: CityMarks }>;
	/** What else is drawn on the board: svg, once for each part. */
	Layer?: Component<LayerProps>;
	/** What else stands in the row of tracks: items of its list. */
	Tracks?: Component<TracksProps>;
	/** What stands under the hand of whoever plays, or under the map, where there is room for it. */
	Dock?: Component<{ session: PlayerSession }>;
	/** Whether that is there in full: the hand then lies in strips over it. */
	docked?: (position: Position) => boolean;
	/** Asks which of several moves is meant by a place of the board, where one can stand for several. */
	Among?: Component<{ interaction: Interaction; at: readonly [number, number] }>;
	/** Cards that one plays with besides one's own. */
	Hand?: Component<HandProps>;
	/** What else lies before a seat, beside its hand in the row of the team. */
	Before?: Component<{ session: PlayerSession; seat: Seat }>;
	/** More rows of the team: hands that belong to no seat. */
	Team?: Component<{ session: PlayerSession; tiles: boolean }>;
	/** The events in force, by the seat that they lie before. */
	inForce?: (position: Position) => { seat: number; events: readonly string[] }[];
	/** How cures win the game, where that is not said for all tables. */
	winWords?: (session: PlayerSession) => string | undefined;
	/** Where there are teams: the seats, each under its team. */
	Sides?: Component<SidesProps>;
	/** Where there are teams: what one's own has in sight all the time, over the hand. */
	Bar?: Component<{ session: PlayerSession }>;
	/** Where there are teams: how the game was decided between them. */
	Count?: Component<{ session: PlayerSession }>;
	/** Where there are teams: a pawn of one, svg. */
	Pawn?: Component<PawnProps>;
	/** Where there are teams: which of them won, in words. */
	winners?: (session: PlayerSession, won: readonly number[]) => string | undefined;
	/** Where there are teams: how one's part of a turn ends. */
	endingOf?: (session: PlayerSession) => Ending | undefined;
	/** Questions of its own, by their step. */
	questions?: Record<string, Component<Asked> | undefined>;
	/** What to know at the first table, besides what is said at every table. */
	hints?: (session: PlayerSession) => Hint[];
	/** More to know of a city, under what stands there. */
	City?: Component<{ session: PlayerSession; city: string }>;
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
	/** Called with the moves that a point of the map stands for; left out where nothing can be played. */
	onchoose?: (offers: MoveOption[], at: { x: number; y: number }, title: string) => void;
}

export interface SidesProps {
	session: PlayerSession;
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
	session: PlayerSession;
	/** The card whose uses are shown. */
	picked: string | null;
	onpress: (card: string, event: MouseEvent) => void;
}

export interface TracksProps {
	session: PlayerSession;
	position: Position;
	compact: boolean;
}
