// The shortest ways to a game. All make whoever presses the button somebody
// first, which takes no form and no question.

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
function fewest(game: Game | undefined): string {
	return seatsOf(game)[0] ?? '2';
}

/** Alone, on all seats of the smallest table, at once. */
export async function playNow({ name, game }: Wanted): Promise<void> {
	await playAlone(name, known(game, { players: fewest(game), ...easy }));
}

/** As many bots as sit down with one person, where the game has the seats. */
const company = 3;

/** With three bots, at once. The clock stands still: bots wait for nobody, and nobody waits for a person alone. */
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

/** Roles by seat that are easy to play, the easiest for the person: only a first game has them, and no deal that is shared. */
function easyRoles(name: string, players: number): Record<string, string> {
	const roles = games[name]?.easyRoles?.slice(0, players) ?? [];
	return roles.length === players ? { roles: roles.join(',') } : {};
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
	const table = await ask(api.post('/api/tables', { body: { game, settings, sit: 'all', start: true } }));
	go(`/t/${table.id}`);
}

/** With whoever opens the link: the table's lobby shows it. */
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
