// Finds out whether a moderator has decided something about this browser's person that they have not read.

import { ask } from '../api/ask.ts';
import { api } from '../api/client.ts';
import { me } from '../api/me.svelte.ts';
import type { OwnDecision } from '../gen/api.ts';

const place = 'theriac.decisions';

let unread = $state(false);
let looked: string | undefined;

/** Reports whether there is something that the person has not read. */
export const hasNews = (): boolean => unread;

/** Returns the time of the newest change of a decision. */
function newest(list: readonly Pick<OwnDecision, 'at' | 'answered' | 'lifted'>[]): string {
	return list.reduce(
		(last, { at, answered = '', lifted = '' }) => [last, at, answered, lifted].sort().at(-1) ?? last,
		'',
	);
}

/** Asks the server for decisions about the person, once for each person and visit. */
export async function lookForDecisions(): Promise<void> {
	const id = me()?.id;
	if (!id || looked === id) return;
	looked = id;
	const list = await ask(api.get('/api/me/decisions')).catch(() => null);
	if (list) unread = newest(list) > (localStorage.getItem(place) ?? '');
}

/** Remembers that the person has read all decisions in a list. */
export function markRead(list: readonly OwnDecision[]): void {
	unread = false;
	try {
		localStorage.setItem(place, newest(list));
	} catch {
		// If storage is unavailable, the note appears again on the next visit.
	}
}
