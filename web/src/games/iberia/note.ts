// What is said under a choice: what a disease does to the cost of treating it, as its
// rule says; the cities around a region, of which its name gives only some.

import { traits } from '../../gen/iberia.json';
import { has, name, text } from '../../i18n/words.svelte.ts';
import type { MoveOption } from '../epidemic/model/offers.ts';
import type { Position } from '../epidemic/model/position.ts';
import { regions } from './board/map.ts';

/** Which diseases make treating dearer. */
const dear = ['typhus'];

export function note({ view }: Position, { word, disease, region }: MoveOption): string | undefined {
	if (word === 'in')
		return regions
			.get(region ?? '')
			?.cities.map((c) => name('city', c))
			.join(', ');
	if (word !== 'treat') return undefined;
	const playing = (view.traits ?? []) as string[];
	const trait = traits.find((x) => x.disease === disease && playing.includes(x.id) && dear.includes(x.id));
	return trait && has(`web.trait.${trait.id}`) ? text(`web.trait.${trait.id}`) : undefined;
}
