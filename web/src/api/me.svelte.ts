// Who is sitting at this browser. Nobody needs an account: a person is made when
// one is needed, and the browser keeps the cookie.

import type { Person } from '../gen/api.ts';
import { lang } from '../i18n/words.svelte.ts';
import { ask } from './ask.ts';
import { api } from './client.ts';
import { refusalOf } from './refusal.ts';

const now = $state<{ person: Person | null; known: boolean }>({ person: null, known: false });

/** The person, once known; nobody before that. */
export function me(): Person | null {
	return now.person;
}

/** Whether it has been asked already. */
export function asked(): boolean {
	return now.known;
}

let recalling: Promise<Person | null> | undefined;
let arriving: Promise<Person> | undefined;

/** Looks whether this browser is somebody. It is asked once at a time. */
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
		person = (await ask(api.get('/api/me'))) || null; // nothing is said to nobody
	} catch (thrown) {
		// A token that was ended is nobody's; anything else may pass.
		if (refusalOf(thrown).status !== 401) throw thrown;
	}
	know(person);
	return person;
}

/** Makes sure that this browser is somebody. */
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

/** Sets what tables answer for this person. */
export async function answerFor(change: { askEach?: boolean; askAlone?: boolean }): Promise<void> {
	await arrive();
	now.person = await ask(api.patch('/api/me', { body: change }));
}

/** Sets whether everybody may see what this person has played. */
export async function showGames(shown: boolean): Promise<void> {
	now.person = await ask(api.patch('/api/me', { body: { showGames: shown } }));
}

/** Takes over what another page has learned, such as a link to this device. */
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

/** Follows who another tab becomes: the cookie is the same in all of them. */
export function followOthers(): void {
	new BroadcastChannel(channel).onmessage = (e: MessageEvent<string | null>) => {
		if (e.data !== (now.person?.id ?? null)) void look().catch(() => null);
	};
}
