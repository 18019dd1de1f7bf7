// What a disease of this game does to the cost of treating it, as its rule says.

import { traits } from '../../gen/iberia.json';
import { has, text } from '../../words/words.svelte.ts';
import type { Offer } from '../epidemic/offers.ts';
import type { Position } from '../epidemic/position.ts';

/** Which diseases make treating dearer. */
const dear = ['typhus'];

export function note({ view }: Position, { word, disease }: Offer): string | undefined {
	if (word !== 'treat') return undefined;
	const playing = (view.traits ?? []) as string[];
	const trait = traits.find((x) => x.disease === disease && playing.includes(x.id) && dear.includes(x.id));
	return trait && has(`web.trait.${trait.id}`) ? text(`web.trait.${trait.id}`) : undefined;
}
