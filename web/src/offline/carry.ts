// Games of this device that go to the server. The server plays every entry again; what it takes is its own from then on,
// and the copy here says where it is.

import { ask } from '../api/ask.ts';
import { arrive } from '../api/me.svelte.ts';
import { takeIn } from '../gen/api';
import { entriesOf, type Kept, mark } from './store.ts';
import { closeTable } from './table.ts';

/** Takes a game to the server, and gives back what is kept of it here. To do it again leads to the same table. */
export async function bring(game: Kept): Promise<Kept> {
	await arrive();
	await closeTable(game.id); // nobody moves here meanwhile
	const { id: device, bots, pace: botPace } = game;
	const table = await ask(takeIn({ body: { device, entries: await entriesOf(device), bots, botPace } }));
	return mark(game.id, { taken: table.id });
}
