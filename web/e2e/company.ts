// Tables at which strangers meet: what the hall opens, and moves through the API until the wanted moment.

import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Person as Own, SeatFound, Table, Update } from '../src/gen/api.ts';
import { sensible, type Taste } from './drive.ts';
import { Person } from './person.ts';
import { askedBy, movesOf, TableAt, worldOf } from './table.ts';
import { expect } from './test.ts';

/** Takes a seat at a new table through the hall, with bots that move immediately. */
export async function meet(
	host: Person,
	hidden = false,
): Promise<{ table: TableAt; seat: number; bots: number[] }> {
	const level = hidden ? 'standard' : 'first';
	const found = await host.call<SeatFound>('POST', '/api/hall', { game: 'world', level, hidden });
	expect(found.way).toBe('new');
	await host.call('PUT', `/api/tables/${found.table.id}/pace`, { botPace: 'at-once' });
	const people: Person[] = [];
	people[found.seat] = host;
	const bots = (found.table.seats ?? []).filter(({ bot }) => bot).map(({ seat }) => seat);
	return { table: new TableAt(found.table.id, people, ''), seat: found.seat, bots };
}

/** Returns the person whose browser shows a page. */
export async function visitor(page: Page): Promise<Person> {
	const { origin } = new URL(page.url());
	const cookies = await page.context().cookies();
	const token = cookies.find(({ name }) => name === 'theriac')?.value ?? '';
	const { id, name } = await new Person(origin, token, '').call<Own>('GET', '/api/me');
	return new Person(origin, token, name, id);
}

/** Prefers to treat, and to go where the most cubes are, so that a game surely lasts for some turns. */
const caring: Taste = (move, update) => {
	const [word, place] = move.split(' ');
	const { cubes = {} } = worldOf(update);
	const there = Object.values(cubes[place as keyof typeof cubes] ?? {}).reduce((sum, n) => sum + n, 0);
	if (word === 'drive') return sensible(move, update) + there;
	if (word === 'direct') return there;
	return sensible(move, update);
};

/**
 * Plays these seats through the API, always a move that is most to the taste, until `until` holds. It fails if the
 * game ends first.
 */
export async function play(
	table: TableAt,
	seats: readonly number[],
	until: (update: Update) => boolean,
	taste: Taste = caring,
): Promise<Update> {
	for (let n = 0; n < 1500; n++) {
		const common = await table.view(seats[0]);
		if (until(common)) return common;
		expect(common.over, 'the game ended too soon').toBeUndefined();
		const seat = seats.find((s) => askedBy(common).includes(s));
		const update = seat === undefined || seat === seats[0] ? common : await table.view(seat);
		const moves = seat === undefined ? [] : movesOf(update, seat);
		if (seat === undefined || moves.length === 0) {
			await pause(40);
			continue;
		}
		const best = moves.toSorted((a, b) => taste(b, update) - taste(a, update));
		await table.play(seat, update.question.id, best[0] ?? '').catch(() => null);
	}
	throw new Error('the table never came this far');
}

export const recordOf = (table: TableAt, person: Person) =>
	person.call<Table>('GET', `/api/tables/${table.id}`);
