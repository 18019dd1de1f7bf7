// The caption of one step of the animation, shown in the bar under the board.

import { operand, tell } from '../../../i18n/notation.ts';
import { list, name, t, text } from '../../../i18n/words.svelte.ts';
import type { Beat } from './beats.ts';
import { reached } from './waves.ts';

const city = (id: string) => name('city', id);

export function caption(beat: Beat): string {
	const first = beat.facts[0];
	switch (beat.kind) {
		case 'wave':
			return outbreaks(beat);
		case 'infection': {
			const place = city(beat.lit[0] ?? '');
			const spared = beat.facts.some((f) => f.word === 'placement-prevented');
			return t(spared ? 'web.playback.infection.spared' : 'web.playback.infection', { city: place });
		}
		case 'epidemic': {
			const rate = beat.facts.find((f) => f.word === 'rate-raised');
			if (!rate) return t('web.playback.epidemic');
			return t('web.playback.epidemic.rate', { n: operand(rate, 'number') ?? '' });
		}
		case 'intensified':
			return t('web.playback.intensified', { n: first ? Number(operand(first, 'number')) : 0 });
		default:
			return first ? tell(first, 'fact', String) : '';
	}
}

/**
 * Returns a text such as “Outbreak 2 of 5: Cairo → Algiers and Istanbul”. A single outbreak is not
 * numbered.
 */
function outbreaks(beat: Beat): string {
	const cities = [...new Set(beat.outbreaks.flatMap(reached))];
	const form = beat.total === 1 ? 'outbreak' : beat.outbreaks.length === 1 ? 'chain' : 'chain.many';
	return text(`web.playback.${form}${cities.length === 0 ? '.alone' : ''}`, {
		n: beat.first,
		last: beat.last,
		total: beat.total,
		city: list(beat.outbreaks.map((o) => city(o.city))),
		cities: list(cities.map(city)),
	});
}
