// Provides the texts for options and for the effects of a choice.

import { has, list, t, text } from '../../i18n/words.svelte.ts';
import type { Outcome } from './outcome.ts';

/** Returns the name of a value and its explanation; in the catalogue's text, a colon separates them. */
export function valueWords(option: string, value: string): [string, string?] {
	const key = `option.${option}.${value}`;
	if (!has(key)) return [value];
	const [head = value, ...rest] = text(key).split(/\s*:\s+/);
	return [head, rest.join(' ') || undefined];
}

/** Returns as text which options change, and to which values. */
export function changeWords(also: Outcome['also']): string {
	return list(
		also.map(({ option, value }) =>
			t('web.new.change', { option: text(`option.${option}`), value: valueWords(option, value)[0] }),
		),
	);
}
