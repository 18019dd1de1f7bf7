// Names of people. A name is optional: a person without one appears as a guest with a number, which is the
// same on every page.

import { t } from './words.svelte.ts';

/** Returns the name by which everyone sees a person. */
export function personName(person: { id: string; name: string }): string {
	return person.name || t('web.guest', { n: guestNumber(person.id) });
}

function guestNumber(id: string): number {
	let sum = 7;
	for (const c of id) sum = (sum * 31 + (c.codePointAt(0) ?? 0)) % 900;
	return 100 + sum;
}
