// Signs in through the operator's OpenID provider. The browser goes to the provider and returns to the
// settings page with a code, which the server redeems.

import { ask } from '../../../api/ask.ts';
import { api } from '../../../api/client.ts';
import { deviceLabel } from '../../../api/device-label.ts';
import type { FromProvider } from '../../../gen/api.ts';
import { entered } from './passkeys.ts';

/** The parameters with which the provider sent the browser back. */
type Came = { code: string; state: string; iss?: string } | 'cancelled';

/** Reads the query of an address; null if it is not a return from the provider. */
export function cameBack(search: string): Came | null {
	const got = new URLSearchParams(search);
	const state = got.get('state');
	if (!state) return null;
	const code = got.get('code');
	if (code) return { code, state, iss: got.get('iss') ?? undefined };
	return got.has('error') ? 'cancelled' : null;
}

/** Sends the browser to the provider: to sign in, or to link the account to the current person. */
export async function leaveFor(link: boolean): Promise<void> {
	const { url } = await ask(api.post('/api/signin/provider/options', { body: { link } }));
	location.assign(url);
}

/** After the return from the provider, sends its code to the server, which redeems it. */
export async function arriveWith(came: Exclude<Came, 'cancelled'>): Promise<FromProvider> {
	return entered(await ask(api.post('/api/signin/provider', { body: { ...came, label: deviceLabel() } })));
}
