// The people whom this person has blocked. The server keeps the list.

import { ask } from '../api/ask.ts';
import { api } from '../api/client.ts';
import { arrive } from '../api/me.svelte.ts';
import { Reading } from '../api/reading.svelte.ts';
import type { Block, Player } from '../gen/api.ts';
import { hush } from '../table/hushed.svelte.ts';

export const blocks = new Reading(async () => know((await ask(api.get('/api/me/blocks'))) ?? []));

function know(list: Block[]): Player[] {
	const people = list.map(({ person }) => person);
	hush(people.map(({ id }) => id));
	return people;
}

export const isBlocked = (person: string): boolean => blocks.value?.some(({ id }) => id === person) ?? false;

/** Blocks a person, or ends the block. Throws a Refusal if the server does not do it. */
export async function block(person: Player, on: boolean): Promise<void> {
	await arrive();
	const asked = { path: { person: person.id } };
	await ask(on ? api.put('/api/me/blocks/{person}', asked) : api.delete('/api/me/blocks/{person}', asked));
	await blocks.load();
}
