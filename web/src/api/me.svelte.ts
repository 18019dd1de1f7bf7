// The person who uses this browser. A person needs no account: the server creates a person on demand, and
// the browser stores the session cookie.

import type { Person } from '../gen/api.ts';
import { lang } from '../i18n/words.svelte.ts';
import { ask } from './ask.ts';
import { api } from './client.ts';
import { refusalOf } from './refusal.ts';

const now = $state<{ person: Person | null; known: boolean }>({ person: null, known: false });

/** Returns the browser's person; null if there is none or the server has not answered yet. */
export function me(): Person | null {
	return now.person;
}

/** Reports whether the server has answered who this browser is. */
export function asked(): boolean {
	return now.known;
}

let recalling: Promise<Person | null> | undefined;
let arriving: Promise<Person> | undefined;

/** Asks the server which person this browser has. Concurrent calls share one request. */
export function recall(): Promise<Person | null> {
	if (now.known) return Promise.resolve(now.person);
	recalling ??= look().finally(() => {
		recalling = undefined;
	});
	return recalling;
}

async function look(): Promise<Person | null> {
	let person: Person | null = null;
	try {
		person = (await ask(api.get('/api/me'))) || null; // the answer is empty if this browser has no person
	} catch (thrown) {
		// A revoked token means that there is no person any more. Other errors may be temporary.
		if (refusalOf(thrown).status !== 401) throw thrown;
	}
	know(person);
	return person;
}

/** Makes sure that this browser has a person, if necessary by asking the server for a new one. */
export async function arrive(name?: string): Promise<Person> {
	const person = await recall();
	if (person) return name && name !== person.name ? rename(name) : person;
	arriving ??= ask(api.post('/api/people', { body: { name, lang: lang() } }))
		.then(({ person }) => {
			become(person);
			return person;
		})
		.finally(() => {
			arriving = undefined;
		});
	return arriving;
}

export async function rename(name: string): Promise<Person> {
	now.person = await ask(api.patch('/api/me', { body: { name } }));
	return now.person;
}

/** Sets what tables answer on this person's behalf. */
export async function answerFor(change: { askEach?: boolean; askAlone?: boolean }): Promise<void> {
	await arrive();
	now.person = await ask(api.patch('/api/me', { body: change }));
}

/** Sets whether this person's games are visible to everyone. */
export async function showGames(shown: boolean): Promise<void> {
	now.person = await ask(api.patch('/api/me', { body: { showGames: shown } }));
}

/**
 * Sets the browser's person to the one in a response of the server, for example to a link that signs this
 * device in.
 */
export function become(person: Person | null): void {
	const other = person?.id !== now.person?.id;
	know(person);
	if (!other) return;
	const tabs = new BroadcastChannel(channel);
	tabs.postMessage(person?.id ?? null);
	tabs.close();
}

function know(person: Person | null): void {
	now.person = person;
	now.known = true;
}

const channel = 'theriac.person';

/** Follows changes that other tabs make to the person: all tabs share the cookie. */
export function followOthers(): void {
	new BroadcastChannel(channel).onmessage = (e: MessageEvent<string | null>) => {
		if (e.data !== (now.person?.id ?? null)) void look().catch(() => null);
	};
}
