// What the board draws. It holds no rule: where one can go arrives as offers.

import type { Game } from '../model/game.ts';
import type { MoveOption } from '../model/offers.ts';
import type { Position } from '../model/position.ts';

export interface Scene {
	game: Game;
	position: Position;
	/** Moves that lead to a city, for the seat that acts; none for whoever only looks on. */
	offers: MoveOption[];
	/** All of its moves, for what else a game has on its board. */
	moves: MoveOption[];
	/** Those among them that the board asks to be pointed at, and the cities that were pointed at already. */
	asks: MoveOption[];
	ends: readonly string[];
	/** The seat that acts; its pawn is “mine”. */
	seat: number | null;
	/** Cities that something speaks of just now. */
	lit: readonly string[];
	/** Cities and other places that a question is about: they are gone to. */
	asked?: readonly string[];
	/** Plans that seats show: each the cities that a pawn would pass; `numbers`: of these steps, where not 1, 2, 3. */
	plans: { seat: number; path: string[]; numbers?: number[] }[];
	/** The chance of each city's infection card in the next infection step, per mille. */
	infection: Record<string, number>;
	seatName: (seat: number) => string;
	/** The team of a seat; undefined where everybody plays together. */
	teamOf: (seat: number) => number | undefined;
}
