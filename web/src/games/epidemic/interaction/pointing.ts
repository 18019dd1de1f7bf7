// Moves that are pointed at on the board and need more than a city to be told apart.

import type { MoveOption } from '../model/offers.ts';

/** Whether a move names a region, a line, or a place with something besides: too many of them for a list. */
export function isBroad(offer: MoveOption): boolean {
	return offer.region !== undefined || (offer.cities.length > 0 && offer.operands.length > 1);
}
