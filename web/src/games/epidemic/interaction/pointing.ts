// Finds the moves that take more than one tap on the board, because the tapped city does not identify the
// move.

import type { MoveOption } from '../model/offers.ts';

/**
 * Reports whether a move is one of too many for a list: it names a region, a line, or a place and something
 * else.
 */
export function isBroad(offer: MoveOption): boolean {
	return offer.region !== undefined || (offer.cities.length > 0 && offer.operands.length > 1);
}
