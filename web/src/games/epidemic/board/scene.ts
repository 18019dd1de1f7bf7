// The scene: everything that the board draws. It contains no rules; the legal moves come from the server as
// offers.

import type { Game } from '../model/game.ts';
import type { MoveOption } from '../model/offers.ts';
import type { Position } from '../model/position.ts';

export interface Scene {
	game: Game;
	position: Position;
	/** The acting seat's legal moves that lead to a city; empty for spectators. */
	offers: MoveOption[];
	/** All moves of the acting seat, for parts of the board that only this game has. */
	moves: MoveOption[];
	/**
	 * The moves of a question that the player answers on the board, and the cities already selected for the
	 * answer.
	 */
	asks: MoveOption[];
	ends: readonly string[];
	/** The seat that acts for the player. Its pawn is drawn as the player's own. */
	seat: number | null;
	/** The cities to highlight. */
	lit: readonly string[];
	/** The cities and other places that the open question is about; the map moves to show them. */
	asked?: readonly string[];
	/**
	 * The plans that seats show: the cities that a pawn would pass. `numbers` labels the steps if they are
	 * not simply 1, 2, 3.
	 */
	plans: { seat: number; path: string[]; numbers?: number[] }[];
	/** The chance per mille that each city's infection card comes in the next infection step. */
	infection: Record<string, number>;
	seatName: (seat: number) => string;
	/** Returns the team of a seat; undefined in games without teams. */
	teamOf: (seat: number) => number | undefined;
}
