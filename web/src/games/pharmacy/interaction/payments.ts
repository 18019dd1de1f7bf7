// Finds the possible payments in a list of moves, and groups the moves by payment.

import { colours, countOf, type Pills, sumOf } from '../box.ts';
import type { MoveOption } from '../offers.ts';

export interface Payment {
	/** How many pills of each colour the payment takes, in the order of the colours: “1 0 2”. */
	id: string;
	pays: Pills;
	/** The moves with this payment, one per target seat. */
	offers: MoveOption[];
}

const idOf = (pays: Pills) => colours.map((colour) => pays[colour]).join(' ');

/**
 * Returns the payments, the default first. The default is the cheapest; among equals the one with the
 * fewest pills, then the one that keeps small change for exact payments.
 */
export function paymentsOf(offers: readonly MoveOption[]): Payment[] {
	const found = new Map<string, Payment>();
	for (const offer of offers) {
		if (!offer.pays) continue;
		const id = idOf(offer.pays);
		const payment = found.get(id);
		if (payment) payment.offers.push(offer);
		else found.set(id, { id, pays: offer.pays, offers: [offer] });
	}
	return [...found.values()].sort(
		({ pays: a }, { pays: b }) =>
			sumOf(a) - sumOf(b) ||
			countOf(a) - countOf(b) ||
			colours.map((colour) => a[colour] - b[colour]).find((more) => more !== 0) ||
			0,
	);
}

/** Returns the selected payment if it is still possible, otherwise the default one. */
export function chosenOf(payments: readonly Payment[], id: string | null): Payment | undefined {
	return payments.find((payment) => payment.id === id) ?? payments[0];
}
