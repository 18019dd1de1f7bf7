// A passkey in this browser: the server says what it wants, the browser asks its owner,
// and the server checks the answer. Nothing is kept here.

import { ask } from '../api/ask.ts';
import { api } from '../api/client.ts';
import { deviceLabel } from '../api/device-label.ts';
import { become, me } from '../api/me.svelte.ts';
import { refusalOf } from '../api/refusal.ts';
import type { SignedIn } from '../gen/api.ts';
import { personName } from '../i18n/people.ts';
import { t } from '../i18n/words.svelte.ts';
import { bringAlong } from '../notices/settings/subscription.ts';

/** Whether this browser knows passkeys, and their form for servers. */
export function supported(): boolean {
	return (
		typeof PublicKeyCredential === 'function' &&
		typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function' &&
		typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'
	);
}

/** Makes a passkey for this person, on this device or wherever its owner keeps them. */
export async function add(): Promise<void> {
	const person = me();
	if (!person) return;
	const options = await ask(
		api.post('/api/me/passkeys/options', { body: { name: personName(person).slice(0, 24) } }),
	);
	const made = await navigator.credentials.create({
		publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
			options as unknown as PublicKeyCredentialCreationOptionsJSON,
		),
	});
	await ask(api.post('/api/me/passkeys', { body: { label: deviceLabel(), credential: json(made) } }));
}

/** Becomes the person whose passkey is chosen. */
export async function enter(): Promise<SignedIn> {
	const options = await ask(api.post('/api/signin/options'));
	const found = await navigator.credentials.get({
		publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
			options as unknown as PublicKeyCredentialRequestOptionsJSON,
		),
	});
	return entered(
		await ask(api.post('/api/signin', { body: { label: deviceLabel(), credential: json(found) } })),
	);
}

/** Becomes the person whose recovery code it is. */
export async function enterWith(code: string): Promise<SignedIn> {
	return entered(await ask(api.post('/api/signin/recovery', { body: { label: deviceLabel(), code } })));
}

/** Becomes whom the server has signed in, and takes along what belongs to this browser. */
export async function entered<T extends SignedIn>(into: T): Promise<T> {
	if (into.person.id !== me()?.id) await bringAlong();
	become(into.person);
	return into;
}

function json(credential: Credential | null): Record<string, unknown> {
	return (credential as PublicKeyCredential).toJSON() as unknown as Record<string, unknown>;
}

/** What went wrong, in words: the browser's own refusals have names. */
export function wordsOf(thrown: unknown): string {
	if (!(thrown instanceof DOMException)) return refusalOf(thrown).words;
	switch (thrown.name) {
		case 'InvalidStateError':
			return t('web.signin.has');
		case 'SecurityError':
			return t('web.signin.address');
		default:
			return t('web.signin.cancelled');
	}
}
