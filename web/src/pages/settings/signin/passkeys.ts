// Adds passkeys and signs in with them. The server sends a challenge, the browser asks its user to confirm,
// and the server verifies the answer. Nothing is stored in this browser.

import { ask } from '../../../api/ask.ts';
import { api } from '../../../api/client.ts';
import { deviceLabel } from '../../../api/device-label.ts';
import { become, me } from '../../../api/me.svelte.ts';
import { refusalOf } from '../../../api/refusal.ts';
import type { SignedIn } from '../../../gen/api.ts';
import { personName } from '../../../i18n/people.ts';
import { t } from '../../../i18n/words.svelte.ts';
import { bringAlong } from '../notices/subscription.ts';

/** Reports whether this browser supports passkeys and their JSON form, which the server uses. */
export function supported(): boolean {
	return (
		typeof PublicKeyCredential === 'function' &&
		typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function' &&
		typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'
	);
}

/** Creates a passkey for this person, on this device or in a password manager. */
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

/** Signs in with a passkey that the person chooses. */
export async function enter(): Promise<SignedIn> {
	const credential = await confirm(await ask(api.post('/api/signin/options')));
	return entered(await ask(api.post('/api/signin', { body: { label: deviceLabel(), credential } })));
}

/** Asks the user to confirm with a passkey, and returns the browser's answer to the server's challenge. */
export async function confirm(options: unknown): Promise<Record<string, unknown>> {
	const found = await navigator.credentials.get({
		publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
			options as PublicKeyCredentialRequestOptionsJSON,
		),
	});
	return json(found);
}

/** Signs in with a recovery code. */
export async function enterWith(code: string): Promise<SignedIn> {
	return entered(await ask(api.post('/api/signin/recovery', { body: { label: deviceLabel(), code } })));
}

/**
 * Sets the browser's person to the one whom the server has signed in, and moves this browser's push messages
 * to them.
 */
export async function entered<T extends SignedIn>(into: T): Promise<T> {
	if (into.person.id !== me()?.id) await bringAlong();
	become(into.person);
	return into;
}

function json(credential: Credential | null): Record<string, unknown> {
	return (credential as PublicKeyCredential).toJSON() as unknown as Record<string, unknown>;
}

/** Returns an error as text; the browser's own errors are recognised by their names. */
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
