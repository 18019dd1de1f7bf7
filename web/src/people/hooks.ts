// The programs that a table calls for a player. The player sees each once; the server keeps it for each of
// their seats.

import type { Webhook } from '../gen/api.ts';

/** What a player sets about one program: its address, the form of the message, and when it is sent. */
export type Hook = Pick<Webhook, 'url' | 'form' | 'on'>;

/** The largest number of programs for a seat. */
export const most = 3;

const same = (a: Hook, b: Hook) => a.url === b.url && a.form === b.form && a.on === b.on;

/** Returns the programs of a player's seats, each once. */
export function hooksOf(all: readonly Webhook[]): Hook[] {
	const found: Hook[] = [];
	for (const { url, form, on } of all) {
		const hook = { url, form, on };
		if (!found.some((other) => same(other, hook))) found.push(hook);
	}
	return found;
}

/** Returns the programs for each of the seats, as the server keeps them. */
export function forSeats(hooks: readonly Hook[], seats: readonly number[]): Webhook[] {
	return seats.flatMap((seat) => hooks.map((hook) => ({ ...hook, seat })));
}

/** Returns the form that a program at this address reads: Discord’s own addresses read Discord’s. */
export function formOf(url: string): Hook['form'] {
	return /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\//.test(url.trim()) ? 'discord' : 'json';
}
