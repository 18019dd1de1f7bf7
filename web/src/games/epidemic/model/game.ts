// A map game's own data: its box, its map and its actions, and its pieces and texts, which load later. The
// data describes the game, not a table, so it has no players. Most of the game's components are in parts.ts.

import type { Component } from 'svelte';
import type { LazyModule } from '../../../app/lazy.svelte.ts';
import type { IconName } from '../../../ui/icons.ts';
import type { View } from '../art/pictures.ts';
import type { BoardMap } from '../board/map.ts';
import type { Pieces } from '../board/standing.ts';
import type { Family } from '../interaction/families.ts';
import type { Box } from './box.ts';
import type { MoveOption } from './offers.ts';
import type { Position } from './position.ts';

export interface Game {
	box: Box;
	map: BoardMap;
	/** The background of the board as SVG, in units of the map. */
	Land: Component;
	/** The families of moves, in the order of the action bar's buttons. */
	families: readonly Family[];
	/** The verbs that move a pawn. The first one, which goes along a link, is the simplest. */
	travel: readonly string[];
	/** The verbs of moves to a city that the player chooses in a second step. */
	travelThen: readonly string[];
	/** The verbs of moves about a railway line. The player picks the cities at its ends, in either order. */
	lines?: readonly string[];
	/** The icons of moves that differ from their family's icon. */
	pictures?: Record<string, IconName | undefined>;
	/** Variants of the game with their own texts for some endings, in order of priority. */
	ways?: readonly string[];
	/** How the table shows each of the game's own questions, by the API's name for the question. */
	steps?: Record<string, StepKind | undefined>;
	/** The URLs of the game's portraits and emblems, by role or event. */
	art?: Record<string, string | undefined>;
	/** The features of the cities' skylines; the code loads when a skyline is shown. */
	views?: LazyModule<{ viewOf: (city: string) => View }>;
	/** The parts that the first move does not need. The board loads them. */
	deferred?: LazyModule<DeferredParts>;
}

/**
 * How the table shows a question, besides the moves that the server lists. `cards` and `order` (one card
 * after another) need space and may cover the hand. `acts` are another hand's actions, shown on the board
 * like the player's own. `free` asks for moves that cost no action. `events` asks whether to play an event.
 */
export type StepKind = 'cards' | 'order' | 'acts' | 'free' | 'events';

/** Texts and pieces of the game that are not needed before the first move. */
export interface DeferredParts {
	/** Returns a note on the price of a move, if there is one. */
	note?: (position: Position, offer: MoveOption) => string | undefined;
	/** The game's own pieces on the board, for the animation. */
	pieces?: Pieces;
	/** Returns the subtitle of a card without a city, if the card cannot be played at any time. */
	cardWords?: (card: string) => string | undefined;
	/** Returns further features of a city, for screen readers. */
	cityWords?: (position: Position, city: string) => string | undefined;
	/** Returns a text about what is special about a disease now; the cures show a mark for it. */
	diseaseWords?: (position: Position, disease: string) => string | undefined;
}
