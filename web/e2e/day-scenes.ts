// Scenes of the deal of the day, a finished duplicate table, and a player's history.

import { expect } from '@playwright/test';
import type { DayTable, Duplicate, PersonHistory, Table } from '../src/gen/api.ts';
import type { Person } from './person.ts';
import type { Scene } from './scenes.ts';
import type { Server } from './server.ts';

/** Gives up a solo game, and waits until the server has recorded the end. */
export async function giveUp(who: Person, table: string): Promise<void> {
	await who.call('POST', `/api/tables/${table}/propose`, { what: 'end', key: 'enough' });
	await expect
		.poll(async () => (await who.call<Table>('GET', `/api/tables/${table}`)).status)
		.toBe('finished');
}

/** Makes a player who has played two games, today’s deal, and a puzzle. */
export async function played(server: Server, name: string): Promise<Person> {
	const who = await server.person(name);
	const today = await who.call<DayTable>('POST', '/api/today/world', {});
	const tables = [today.table];
	for (const game of ['world', 'iberia']) {
		const made = await who.call<Table>('POST', '/api/tables', { game, sit: 'all', start: true });
		tables.push(made.id);
	}
	for (const table of tables) await giveUp(who, table);
	const puzzle = await who.call<{ id: string }>('GET', '/api/puzzles/next?game=world');
	const begun = await who.call<{ table: string }>('POST', `/api/puzzles/${puzzle.id}/begin`);
	await who.call('POST', `/api/tables/${begun.table}/solution`);
	await expect.poll(async () => (await who.call<PersonHistory>('GET', '/api/me/games')).played).toBe(3);
	return who;
}

async function compared(server: Server): Promise<{ path: string; as: Person }> {
	const [ada, bob] = [await server.person('Ada'), await server.person('Bob')];
	const made = await ada.call<Duplicate>('POST', '/api/duplicates', {
		game: 'world',
		settings: { players: '2' },
		teams: 2,
	});
	const teams = made.teams ?? [];
	const invite = teams[1]?.invite ?? '';
	await bob.call('POST', '/api/links', { secret: invite.split('/').at(-1) });
	for (const [n, who] of [ada, bob].entries()) {
		const table = teams[n]?.table ?? '';
		for (const seat of [0, 1]) await who.call('POST', `/api/tables/${table}/sit`, { seat });
		await who.call('POST', `/api/tables/${table}/start`);
		await giveUp(who, table);
	}
	return { path: `/duplicate/${made.id}`, as: ada };
}

export const days: Scene[] = [
	{ name: 'today', start: async (server) => ({ path: '/today', as: await played(server, 'Ada') }) },
	{ name: 'duplicate', start: compared },
	{ name: 'games', start: async (server) => ({ path: '/games', as: await played(server, 'Ada') }) },
];
