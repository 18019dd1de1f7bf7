// Options and what choosing one changes, in words.

import { has, list, t, text } from '../../i18n/words.svelte.ts';
import type { Outcome } from './outcome.ts';

/** A value's name, and what the catalogue says about it behind the colon. */
export function valueWords(option: string, value: string): [string, string?] {
	const key = `option.${option}.${value}`;
	if (!has(key)) return [value];
	const [head = value, ...rest] = text(key).split(/\s*:\s+/);
	return [head, rest.join(' ') || undefined];
}

/** Which options change to what. */
export function changeWords(also: Outcome['also']): string {
	return list(
		also.map(({ option, value }) =>
			t('web.new.change', { option: text(`option.${option}`), value: valueWords(option, value)[0] }),
		),
	);
}
