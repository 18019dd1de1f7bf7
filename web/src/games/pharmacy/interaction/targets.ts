// Finds the seats that the player can tap and the moves that a tap leads to, given the selected card, pile or
// payment.

import type { MoveOption } from '../offers.ts';
import { chosenOf, paymentsOf } from './payments.ts';

export type PileId = 'left' | 'right';

/** What the player has selected so far for a move. */
export interface Picked {
	/** The pile whose open card the player wants to take or send. */
	pile: PileId | null;
	/** The risk card in the hand that the player wants to play. */
	card: string | null;
	/** The id of the selected payment. */
	pays: string | null;
}

/** Returns the moves that fit the selection. */
export function narrowed(
	step: string,
	offers: readonly MoveOption[],
	{ pile, card, pays }: Picked,
): MoveOption[] {
	if (step === 'turn')
		return offers.filter((o) => (card === null ? pile !== null && o.pile === pile : o.card === card));
	const payments = paymentsOf(offers);
	if (payments.length === 0) return [...offers];
	return chosenOf(payments, pays)?.offers ?? [];
}

/** Groups moves by their target seat. For taking an open card, the target is the taker. */
export function bySeat(offers: readonly MoveOption[]): Map<number, MoveOption[]> {
	const found = new Map<number, MoveOption[]>();
	for (const offer of offers) {
		const seat = offer.word === 'take-card' ? offer.seat : offer.other;
		if (seat === undefined) continue;
		const there = found.get(seat);
		if (there) there.push(offer);
		else found.set(seat, [offer]);
	}
	return found;
}
