// Games that travel between this device and the server. The server plays every entry again that comes from here; what it
// takes is its own from then on, and the copy here says where it is. A game of the server that is taken along is locked
// there until it comes back.

import { ask } from '../api/ask.ts';
import { api } from '../api/client.ts';
import { newDeviceId } from '../api/device.ts';
import { arrive } from '../api/me.svelte.ts';
import { Refusal } from '../api/refusal.ts';
import type { Table } from '../gen/api.ts';
import { keep, keeps } from './keep.ts';
import { append, entriesOf, type Kept, list, mark } from './store.ts';
import { closeTable, tellTabs } from './table.ts';

/** Takes a game to the server, and gives back what is kept of it here. To do it again leads to the same table. */
export async function bring(game: Kept): Promise<Kept> {
	await arrive();
	await closeTable(game.id); // nobody moves here meanwhile
	const { id: device, bots, pace: botPace, from } = game;
	const entries = await entriesOf(device);
	const table = await ask(
		from
			? api.post('/api/tables/{id}/back', {
					path: { id: from.table },
					body: { entries: entries.slice(from.entries) },
				})
			: api.post('/api/device-games', { body: { device, entries, bots, botPace } }),
	);
	const kept = await mark(game.id, { taken: table.id });
	tellTabs(kept.id);
	return kept;
}

/** Takes the game of a table along to this device, and gives back its id here. */
export async function along({ id, game }: Table): Promise<string> {
	// What it takes to go on without the server comes first: afterwards there may be none.
	if (keeps() && !(await keep(game))) throw new Refusal(0, {});
	const { table, entries } = await ask(api.post('/api/tables/{id}/away', { path: { id } }));
	const from = { table: id, entries: entries?.length ?? 0 };
	// The same game may be here already, from a try whose answer was lost.
	const here = (await list()).find(
		(kept) => kept.from?.table === id && kept.from.entries === from.entries && !kept.taken,
	);
	if (here) return here.id;
	const now = Date.now();
	const holder = table.seats?.find((seat) => seat.holder)?.holder;
	const kept: Kept = {
		id: newDeviceId(),
		game,
		settings: table.settings,
		bots: (table.seats ?? []).map((seat) => (seat.holder ? '' : (seat.bot?.level ?? ''))),
		pace: table.botPace,
		person: { id: holder?.id ?? 'device', name: holder?.name ?? '' },
		created: now,
		updated: now,
		made: 0,
		from,
	};
	await append(kept, 0, entries ?? []);
	return kept.id;
}

/** Gives up the copy of a game that was taken along: the table goes on where it was. */
export async function giveUpCopy(table: string): Promise<void> {
	await ask(api.post('/api/tables/{id}/back', { path: { id: table }, body: { entries: [] } }));
}
