// What it costs to pass a card on, as the listed moves have it.

import { sumOf } from '../box.ts';
import type { MoveOption } from '../offers.ts';

/** The least that one of the moves pays; nothing where enough was staked before. */
export function priceIn(offers: readonly MoveOption[]): number {
	const sums = offers.flatMap((o) => (o.word === 'defend' && o.pays ? [sumOf(o.pays)] : []));
	return sums.length > 0 ? Math.min(...sums) : 0;
}
