// A line of a list to choose from: an offer in words, with what lights up for it.

import { tell } from '../../../words/notation.ts';
import { lang, name } from '../../../words/words.svelte.ts';
import { isCity, verbs } from '../box.ts';
import type { Desk } from '../desk.svelte.ts';
import type { Offer } from '../offers.ts';

export interface Choice {
	id: string;
	name: string;
	hint?: string;
	/** What its mark shows. */
	word?: string;
	city?: string;
	card?: string;
	disease?: string;
	seat?: number;
	choose: () => void;
	light?: (on: boolean) => void;
}

/** Offers as a list to choose from. Where all are about cities, the city is name enough. */
export function choicesOf(desk: Desk, offers: Offer[], choose: (offer: Offer) => void): Choice[] {
	const sole = new Set(offers.map((o) => o.word)).size === 1;
	const choices = offers.map((offer): Choice => {
		const only = sole && offer.operands.length === 1 ? offer.operands[0] : undefined;
		const bare = only && only.kind !== 'seat' && !verbs[offer.word]?.event;
		const place = offer.city ?? offer.card;
		return {
			id: `${offer.seat} ${offer.raw}`,
			name: bare ? name(only.kind, only.value) : tell(offer, 'move', desk.seatName),
			word: offer.word,
			city: offer.city,
			card: offer.card,
			disease: offer.disease,
			seat: offer.other,
			choose: () => choose(offer),
			light: place && isCity(place) ? (on) => (desk.lit = on ? [place] : []) : undefined,
		};
	});
	if (sole && offers[0]?.city !== undefined) choices.sort((a, b) => a.name.localeCompare(b.name, lang()));
	return choices;
}
