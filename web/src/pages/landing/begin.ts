// The two shortest ways to a game. Both make whoever presses the button somebody
// first, which takes no form and no question.

import { ask } from '../../api/ask.ts';
import { arrive } from '../../api/me.svelte.ts';
import { createTable } from '../../gen/api';
import { go } from '../../router.svelte.ts';
import { keepTold } from '../../table/links.ts';

/** Alone, on both seats, at once. */
export async function playNow(game: string): Promise<void> {
	await arrive();
	const settings = { players: '2', epidemics: '4' };
	const table = await ask(createTable({ body: { game, settings, sit: 'all', start: true } }));
	go(`/t/${table.id}`);
}

/** With whoever opens the link: the table's lobby shows it. */
export async function playWithFriends(game: string, players: string): Promise<void> {
	await arrive();
	const settings = { players, epidemics: '4' };
	const table = await ask(createTable({ body: { game, settings, sit: 'one', links: true } }));
	keepTold(table.id, table.links);
	go(`/t/${table.id}`);
}
