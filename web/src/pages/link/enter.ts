// What follows when a link or a code has let a person in.

import { ask } from '../../api/ask.ts';
import { api } from '../../api/client.ts';
import type { Table } from '../../gen/api.ts';
import { go } from '../../router.svelte.ts';

/** Opens a table. If `sits`, the person first takes a free seat of a table that gathers. */
export async function enter({ id, status, seats, you }: Table, sits: boolean): Promise<void> {
	const free = seats?.some((seat) => !seat.holder);
	if (sits && status === 'gathering' && !you.seats?.length && free) {
		await ask(api.post('/api/tables/{id}/sit', { path: { id }, body: {} })).catch(() => null); // if that fails, the lobby offers the seats
	}
	go(`/t/${id}`, true);
}
