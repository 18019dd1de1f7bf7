// The shortest ways to a game. All make whoever presses the button somebody
// first, which takes no form and no question.

import { ask } from '../../api/ask.ts';
import { arrive } from '../../api/me.svelte.ts';
import { createTable, type Game } from '../../gen/api';
import { go } from '../../router.svelte.ts';
import { keepTold } from '../../table/links.ts';

/** Alone, on both seats, at once. */
export async function playNow(game: string): Promise<void> {
	await playAlone(game, { players: '2', epidemics: '4' });
}

/** What makes it a game for one. */
const solo = { box: 'lab', mode: 'solo' };

/** Whether a game has the options for it. */
export function forOne(game: Game | undefined): boolean {
	return Object.entries(solo).every(([name, value]) =>
		game?.options?.some((o) => o.name === name && o.values?.includes(value)),
	);
}

/** Alone, on the only seat, at once. */
export async function playSolo(game: string): Promise<void> {
	await playAlone(game, solo);
}

async function playAlone(game: string, settings: Record<string, string>): Promise<void> {
	await arrive();
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
