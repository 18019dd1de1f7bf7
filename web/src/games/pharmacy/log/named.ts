// What things are called in a line.

import { list, name, t, text } from '../../../i18n/words.svelte.ts';
import { colours, type Pills } from '../box.ts';
import { cardOf } from '../cards.svelte.ts';

/** A card: a virus with its value, an injection as one of many. */
export function cardNamed(id: string): string {
	const face = cardOf(id);
	if (face?.kind === 'injection') return t('web.pharmacy.log.injection');
	const shown = name('card', id);
	return face?.kind === 'virus' ? t('web.pharmacy.log.virus', { card: shown, n: face.value }) : shown;
}

/** Pills by their colours: “1 blue and 2 red”. */
export function pillsNamed(pills: Pills): string {
	return list(
		colours.filter((c) => pills[c] > 0).map((c) => text(`web.pharmacy.pills.${c}`, { n: pills[c] })),
	);
}
