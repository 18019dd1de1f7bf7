// Returns the letter that marks a disease, taken from the text catalogues.

import { text } from '../../../i18n/words.svelte.ts';

/**
 * Returns the letter of a disease in the current language, for readers who do not see its colour. For
 * example, N is black in French.
 */
export function letterOf(disease: string | undefined): string | undefined {
	return disease && text(`terminal.letter.${disease}`);
}
