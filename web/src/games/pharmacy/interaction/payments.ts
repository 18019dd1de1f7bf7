// The ways to pay that a list of moves offers, and whom each of them leads to.

import { colours, countOf, type Pills, sumOf } from '../box.ts';
import type { MoveOption } from '../offers.ts';

export interface Payment {
	/** The pills in the order of their colours: “1 0 2”. */
	id: string;
	pays: Pills;
	/** The moves that are paid for so, one for each seat that they lead to. */
	offers: MoveOption[];
}

const idOf = (pays: Pills) => colours.map((colour) => pays[colour]).join(' ');

/**
 * The payments, the one to propose first: it costs least, then takes the fewest pills, then spares the small change,
 * which is what one pays exactly with.
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

/** The payment that was chosen, if it is still one of them; otherwise the one to propose. */
export function chosenOf(payments: readonly Payment[], id: string | null): Payment | undefined {
	return payments.find((payment) => payment.id === id) ?? payments[0];
}
