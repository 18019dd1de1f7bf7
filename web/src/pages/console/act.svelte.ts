// What a moderator does in the console. If the server wants a fresh proof, the browser asks for the passkey, or
// for the operator's key at an address where passkeys do not work. Then it sends the request again.

import { ask } from '../../api/ask.ts';
import { api } from '../../api/client.ts';
import { become } from '../../api/me.svelte.ts';
import { refusalOf } from '../../api/refusal.ts';
import { confirm, supported, wordsOf } from '../settings/signin/passkeys.ts';

/** Whether passkeys work here; null until the server has answered. */
let able = $state<boolean | null>(null);
/** The request for the operator's key that is open, if any. */
let keyAsked = $state.raw<{ done: () => void; stop: () => void } | null>(null);

/** Finds out whether passkeys work at this address. */
export async function lookForPasskeys(): Promise<void> {
	const ways = await ask(api.get('/api/signin'));
	able = supported() && ways.passkeys && ways.origin === location.origin;
}

/** Reports whether passkeys work here; null until the server has answered. */
export const passkeysWork = (): boolean | null => able;

/** Returns the open request for the operator's key, which the console shows as a dialog. */
export const keyWanted = () => keyAsked;

/** An answer that the user chose not to give. */
class Stopped extends Error {}

/** Proves that the person of this session is here, with their passkey or with the operator's key. */
export async function prove(): Promise<void> {
	if (able === null) await lookForPasskeys();
	if (!able) {
		await new Promise<void>((done, failed) => {
			keyAsked = { done, stop: () => failed(new Stopped()) };
		}).finally(() => {
			keyAsked = null;
		});
		return;
	}
	const options = await ask(api.post('/api/console/prove/begin'));
	const credential = await confirm(options);
	become(await ask(api.post('/api/console/prove/finish', { body: { credential } })));
}

/** Sends a request, and sends it again after a proof if the server wants one. */
async function proven<T>(send: () => Promise<T>): Promise<T> {
	try {
		return await send();
	} catch (thrown) {
		if (refusalOf(thrown).id !== 'needs-proof') throw thrown;
		await prove();
		return send();
	}
}

/** One action of a form: what is being sent, and why it failed. */
export class Act {
	busy = $state('');
	error = $state<string>();

	/** Runs one request at a time, with a proof if needed. It returns undefined if the request failed. */
	async run<T>(what: string, send: () => Promise<T>): Promise<T | undefined> {
		if (this.busy) return undefined;
		this.busy = what;
		this.error = undefined;
		try {
			return await proven(send);
		} catch (thrown) {
			if (!(thrown instanceof Stopped)) this.error = wordsOf(thrown);
			return undefined;
		} finally {
			this.busy = '';
		}
	}
}
