// Moves games between this device and the server. To move a game to the server, the server replays every
// log entry from this device. From then on the game belongs to the server, and the device's copy points to
// it. A game that was moved from the server to a device is locked on the server until it returns.

import { ask } from '../api/ask.ts';
import { api } from '../api/client.ts';
import { newDeviceId } from '../api/device.ts';
import { arrive } from '../api/me.svelte.ts';
import { Refusal } from '../api/refusal.ts';
import type { Table } from '../gen/api.ts';
import { keep, keeps } from './keep.ts';
import { append, type DeviceGame, entriesOf, list, mark } from './store.ts';
import { closeTable, tellTabs } from './table.ts';

/** Moves a game to the server and returns the updated copy. Repeated calls lead to the same table. */
export async function bring(game: DeviceGame): Promise<DeviceGame> {
	await arrive();
	await closeTable(game.id); // so that no player moves on this device meanwhile
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

/** Moves the game of a table to this device and returns the id of the copy. */
export async function along({ id, game }: Table): Promise<string> {
	// Everything that the game needs offline is cached first, because there may be no connection later.
	if (keeps() && !(await keep(game))) throw new Refusal(0, {});
	const { table, entries } = await ask(api.post('/api/tables/{id}/away', { path: { id } }));
	const from = { table: id, entries: entries?.length ?? 0 };
	// An earlier attempt may already have stored this game.
	const here = (await list()).find(
		(kept) => kept.from?.table === id && kept.from.entries === from.entries && !kept.taken,
	);
	if (here) return here.id;
	const now = Date.now();
	const holder = table.seats?.find((seat) => seat.holder)?.holder;
	const kept: DeviceGame = {
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

/** Deletes the device's copy of a game, so that the game continues on the server. */
export async function giveUpCopy(table: string): Promise<void> {
	await ask(api.post('/api/tables/{id}/back', { path: { id: table }, body: { entries: [] } }));
}
