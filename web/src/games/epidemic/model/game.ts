// What a map game brings of its own: its box, its map, its actions, and, where it has more than the others, what its
// pieces and words are. Nothing here knows a player or a component but the land: what is drawn for a player is in
// parts.ts.

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
	/** The ground of the board in the units of the map: svg. */
	Land: Component;
	/** The buttons of the action bar, in their order. */
	families: readonly Family[];
	/** Moves that carry a pawn, the simplest first; that one goes along the lines of the map. */
	travel: readonly string[];
	/** Moves that go to a city which is chosen after them. */
	travelThen: readonly string[];
	/** Moves that name a line by the cities at its ends, which are chosen in either order. */
	lines?: readonly string[];
	/** Pictures of moves that do not wear that of their family. */
	pictures?: Record<string, IconName | undefined>;
	/** Ways to play that give some ends of the game a text of their own, the first that has one. */
	ways?: readonly string[];
	/** What its own questions are about, by their step. */
	steps?: Record<string, StepKind | undefined>;
	/** Its people and emblems: where the drawing of a role or an event is. */
	art?: Record<string, string | undefined>;
	/** How its cities look from afar. */
	views?: LazyModule<{ viewOf: (city: string) => View }>;
	/** What is not needed for the first move; the board fetches it. */
	deferred?: LazyModule<DeferredParts>;
}

/**
 * What a question is about, besides the moves that the server lists: `cards` and `order` (cards one after the other) lie
 * over the hand where there is a row for them; `acts` are actions of another hand, shown on the board like one's own; moves of
 * `free` cost no action; `events` answer it.
 */
export type StepKind = 'cards' | 'order' | 'acts' | 'free' | 'events';

/** What the game says of itself, not needed for the first move. */
export interface DeferredParts {
	/** What one should know of the cost of a move besides, in words. */
	note?: (position: Position, offer: MoveOption) => string | undefined;
	/** What else stands on the board and changes as moves are played back. */
	pieces?: Pieces;
	/** What is said on a card that is no city, where it is not played at any time. */
	cardWords?: (card: string) => string | undefined;
	/** What else is drawn at a city, for those who hear the board. */
	cityWords?: (position: Position, city: string) => string | undefined;
	/** What stands out about a disease, in words; it is marked among the cures. */
	diseaseWords?: (position: Position, disease: string) => string | undefined;
}
