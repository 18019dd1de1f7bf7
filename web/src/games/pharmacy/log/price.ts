// Determines from the legal moves what it costs to pass a card on.

import { sumOf } from '../box.ts';
import type { MoveOption } from '../offers.ts';

/** Returns the lowest price among the moves; 0 if the seat has staked enough already. */
export function priceIn(offers: readonly MoveOption[]): number {
	const sums = offers.flatMap((o) => (o.word === 'defend' && o.pays ? [sumOf(o.pays)] : []));
	return sums.length > 0 ? Math.min(...sums) : 0;
}
