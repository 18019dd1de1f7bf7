// The letters of the diseases, which are in the catalogues.

import { text } from '../../../i18n/words.svelte.ts';

/** The letter of a disease in the language, for readers who do not see its colour: N is black in French. */
export function letterOf(disease: string | undefined): string | undefined {
	return disease && text(`terminal.letter.${disease}`);
}
