// Starts a game with as few steps as possible. For a first-time visitor, the server creates a guest first,
// without a form or a question.

import { ask } from '../../api/ask.ts';
import { api } from '../../api/client.ts';
import { arrive } from '../../api/me.svelte.ts';
import { games } from '../../games/games.ts';
import type { Game } from '../../gen/api.ts';
import { go } from '../../router.svelte.ts';
import { usualLevel } from '../../table/bots.ts';
import { keepReceived } from '../../table/links.ts';
import { isNew } from '../../table/newcomer.ts';
import { gameList, seatsOf } from '../games.svelte.ts';
import { clockOf, paceOf } from '../new/choices.ts';
import { valuesOf } from '../new/options.ts';

/** The game that the buttons start: its name and, once loaded, the server's description. */
export interface Wanted {
	name: string;
	game: Game | undefined;
}

/** The options of a first game. */
const easy = { epidemics: '4' };

/**
 * Returns those of the given options that the game has. While the game's description is loading, it returns
 * all of them.
 */
function known(game: Game | undefined, settings: Record<string, string>): Record<string, string> {
	const has = ([name, value]: [string, string]) =>
		game?.options?.some((o) => o.name === name && valuesOf(o).includes(value)) ?? true;
	return Object.fromEntries(Object.entries(settings).filter(has));
}

/** Returns the smallest number of seats of a game. */
function fewest(game: Game | undefined): string {
	return seatsOf(game)[0] ?? '2';
}

/** Starts a game immediately: one player holds all seats of the smallest table. */
export async function playNow({ name, game }: Wanted): Promise<void> {
	await playAlone(name, known(game, { players: fewest(game), ...easy }));
}

/** How many bots join one person, if the game has enough seats. */
const company = 3;

/** Starts a game with three bots immediately. It has no clock, since no other person waits. */
export async function playWithBots({ name, game }: Wanted): Promise<void> {
	if (!game) await gameList.load();
	const played = game ?? gameList.value?.find((g) => g.name === name);
	const seats = seatsOf(played);
	const players = seats.find((n) => Number(n) === company + 1) ?? seats.at(-1) ?? '2';
	const level = usualLevel(played?.botLevels ?? []);
	if (!level) return playNow({ name, game: played });
	const bots = Array.from({ length: Number(players) - 1 }, () => ({ level }));
	await arrive();
	const roles = (await isNew(name)) ? easyRoles(name, Number(players)) : {};
	const settings = { ...known(played, { players, ...easy }), ...roles };
	const table = await ask(
		api.post('/api/tables', { body: { game: name, settings, sit: 'one', bots, start: true } }),
	);
	go(`/t/${table.id}`);
}

/**
 * Returns easy roles by seat, beginning with the easiest for the person. Only a first game has them, never
 * a shared deal.
 */
function easyRoles(name: string, players: number): Record<string, string> {
	const roles = games[name]?.easyRoles?.slice(0, players) ?? [];
	return roles.length === players ? { roles: roles.join(',') } : {};
}

/** The options of a solo game. */
const solo = { box: 'lab', mode: 'solo' };

/** Reports whether the game has the options of a solo game. */
export function forOne(game: Game | undefined): boolean {
	return game !== undefined && Object.keys(known(game, solo)).length === Object.keys(solo).length;
}

/** Starts a solo game immediately. */
export async function playSolo({ name }: Wanted): Promise<void> {
	await playAlone(name, solo);
}

async function playAlone(game: string, settings: Record<string, string>): Promise<void> {
	await arrive();
	const table = await ask(api.post('/api/tables', { body: { game, settings, sit: 'all', start: true } }));
	go(`/t/${table.id}`);
}

/** Opens a table for people who get its link; the lobby shows the link to send. */
export async function playWithFriends({ name, game }: Wanted, players: string): Promise<void> {
	await arrive();
	const settings = known(game, { players, ...easy });
	const clock = clockOf(paceOf(name));
	const table = await ask(
		api.post('/api/tables', { body: { game: name, settings, sit: 'one', links: true, clock } }),
	);
	keepReceived(table.id, table.links);
	go(`/t/${table.id}`);
}
