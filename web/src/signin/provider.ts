// A trip to the operator's OpenID provider: this browser goes there, and comes back to the
// settings with a code that the server exchanges.

import { ask } from '../api/ask.ts';
import { api } from '../api/client.ts';
import { deviceLabel } from '../api/device-label.ts';
import type { FromProvider } from '../gen/api.ts';
import { entered } from './passkeys.ts';

/** What the provider sent this browser back with. */
export type Came = { code: string; state: string; iss?: string } | 'cancelled';

/** Reads the part of an address after its question mark; null where nobody comes back. */
export function cameBack(search: string): Came | null {
	const got = new URLSearchParams(search);
	const state = got.get('state');
	if (!state) return null;
	const code = got.get('code');
	if (code) return { code, state, iss: got.get('iss') ?? undefined };
	return got.has('error') ? 'cancelled' : null;
}

/** Sends this browser to the provider: to sign in, or to link an account to who one is. */
export async function leaveFor(link: boolean): Promise<void> {
	const { url } = await ask(api.post('/api/signin/provider/options', { body: { link } }));
	location.assign(url);
}

/** Finishes the trip. */
export async function arriveWith(came: Exclude<Came, 'cancelled'>): Promise<FromProvider> {
	return entered(await ask(api.post('/api/signin/provider', { body: { ...came, label: deviceLabel() } })));
}
