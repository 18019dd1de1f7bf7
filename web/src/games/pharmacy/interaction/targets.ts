// The seats that can be pointed at: which moves each of them stands for, as far as
// one has picked a card, a pile or a payment.

import type { MoveOption } from '../offers.ts';
import { chosenOf, paymentsOf } from './payments.ts';

export type PileId = 'left' | 'right';

/** What has been picked and waits for the rest of the move. */
export interface Picked {
	/** The pile whose open card is to be taken or sent. */
	pile: PileId | null;
	/** The risk card of the hand that is to be played. */
	card: string | null;
	/** The payment, by its pills. */
	pays: string | null;
}

/** The moves that are left once something has been picked. */
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

/** The moves by the seat that they are about. An open card that is taken comes to whoever takes it. */
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
