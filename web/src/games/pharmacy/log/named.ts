// Returns the names of cards and pills for log lines.

import { list, name, t, text } from '../../../i18n/words.svelte.ts';
import { colours, type Pills } from '../box.ts';
import { cardOf } from '../cards.svelte.ts';

/** Returns the name of a card: a virus with its value, an injection with an indefinite article. */
export function cardNamed(id: string): string {
	const face = cardOf(id);
	if (face?.kind === 'injection') return t('web.pharmacy.log.injection');
	const shown = name('card', id);
	return face?.kind === 'virus' ? t('web.pharmacy.log.virus', { card: shown, n: face.value }) : shown;
}

/** Returns pills by their colours, such as “1 blue and 2 red”. */
export function pillsNamed(pills: Pills): string {
	return list(
		colours.filter((c) => pills[c] > 0).map((c) => text(`web.pharmacy.pills.${c}`, { n: pills[c] })),
	);
}
