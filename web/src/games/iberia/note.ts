// Notes shown under a choice of moves. One describes how a disease changes the price of treating it. Another lists
// all cities around a region, because the region's name mentions only some.

import { traits } from '../../gen/iberia.json';
import { has, name, text } from '../../i18n/words.svelte.ts';
import type { MoveOption } from '../epidemic/model/offers.ts';
import type { Position } from '../epidemic/model/position.ts';
import { regions } from './board/map.ts';

/** The diseases that make treatment more expensive. */
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
