// The shortest ways to a game. All make whoever presses the button somebody
// first, which takes no form and no question.

import { ask } from '../../api/ask.ts';
import { arrive } from '../../api/me.svelte.ts';
import { createTable, type Game } from '../../gen/api';
import { go } from '../../router.svelte.ts';
import { keepReceived } from '../../table/links.ts';
import { seatsOf } from '../games.svelte.ts';
import { clockOf, paceOf, suited } from '../new/choices.ts';
import { valuesOf } from '../new/options.ts';

/** The game that the buttons begin: its name, and what the server says of it, once it has. */
export interface Wanted {
	name: string;
	game: Game | undefined;
}

/** A first game. */
const easy = { epidemics: '4' };

/** What of it the game has options for; a game that is not known yet has them all. */
function known(game: Game | undefined, settings: Record<string, string>): Record<string, string> {
	const has = ([name, value]: [string, string]) =>
		game?.options?.some((o) => o.name === name && valuesOf(o).includes(value)) ?? true;
	return Object.fromEntries(Object.entries(settings).filter(has));
}

/** The fewest seats that it can be played with. */
export function fewest(game: Game | undefined): string {
	return seatsOf(game)[0] ?? '2';
}

/** Whether a game wants company: one person makes two players, but no more. */
export function sociable(game: Game | undefined): boolean {
	return Number(fewest(game)) > 2;
}

/** Alone, on all seats of the smallest table, at once. */
export async function playNow({ name, game }: Wanted): Promise<void> {
	await playAlone(name, known(game, { players: fewest(game), ...easy }));
}

/** What makes it a game for one. */
const solo = { box: 'lab', mode: 'solo' };

/** Whether a game has the options for it. */
export function forOne(game: Game | undefined): boolean {
	return game !== undefined && Object.keys(known(game, solo)).length === Object.keys(solo).length;
}

/** Alone, on the only seat, at once. */
export async function playSolo({ name }: Wanted): Promise<void> {
	await playAlone(name, solo);
}

async function playAlone(game: string, settings: Record<string, string>): Promise<void> {
	await arrive();
	const table = await ask(createTable({ body: { game, settings, sit: 'all', start: true } }));
	go(`/t/${table.id}`);
}

/** With whoever opens the link: the table's lobby shows it. */
export async function playWithFriends({ name, game }: Wanted, players: string): Promise<void> {
	await arrive();
	const settings = known(game, { players, ...easy });
	const clock = suited(name) ? clockOf(paceOf(name)) : undefined;
	const table = await ask(createTable({ body: { game: name, settings, sit: 'one', links: true, clock } }));
	keepReceived(table.id, table.links);
	go(`/t/${table.id}`);
}
