// How a player gets to a table from the hall. A first-time visitor becomes a guest on the way.

import { ask } from '../../api/ask.ts';
import { api } from '../../api/client.ts';
import { arrive } from '../../api/me.svelte.ts';
import type { Refusal } from '../../api/refusal.ts';
import type { HallTable, SeatFound } from '../../gen/api.ts';
import { go } from '../../router.svelte.ts';
import { offered } from './glances.ts';
import { asked, type Wished } from './wishes.ts';

/** Returns the address of a table at which a seat was found: a kept seat still has to be taken there. */
function addressOf({ way, table }: Pick<SeatFound, 'way' | 'table'>): string {
	return `/t/${table.id}${way === 'kept' ? '?join' : ''}`;
}

/** Takes a seat at the table that fits the wishes best, or at a new one. */
export async function takeSeat(wished: Wished): Promise<void> {
	await arrive();
	go(addressOf(await ask(api.post('/api/hall', { body: asked(wished) }))));
}

/** Sits down at a table that gathers, or keeps the bot's seat of a running game that its card offers. */
export async function sitAt(table: HallTable): Promise<void> {
	const { id, status } = table;
	await arrive();
	if (status === 'gathering') {
		await ask(api.post('/api/tables/{id}/sit', { path: { id }, body: {} }));
		go(`/t/${id}`);
		return;
	}
	go(
		addressOf(await ask(api.post('/api/tables/{id}/keep', { path: { id }, body: { seat: offered(table) } }))),
	);
}

const late = new Set([
	'seat-taken',
	'no-free-seat',
	'seat-kept',
	'no-such-table',
	'not-gathering',
	'not-playing',
	'not-running',
]);

/** Reports whether a request was refused because another person was faster. */
export const wasFaster = ({ id }: Refusal): boolean => late.has(id);
