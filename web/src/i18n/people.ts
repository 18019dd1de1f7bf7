// What people are called. Nobody has to give a name: who gave none is a guest with
// a number, the same one wherever they are seen.

import { t } from './words.svelte.ts';

/** The name of a person, as everybody reads it. */
export function personName(person: { id: string; name: string }): string {
	return person.name || t('web.guest', { n: guestNumber(person.id) });
}

function guestNumber(id: string): number {
	let sum = 7;
	for (const c of id) sum = (sum * 31 + (c.codePointAt(0) ?? 0)) % 900;
	return 100 + sum;
}
