import { expect, it } from 'vitest';
import type { Player, Presence, Table } from '../gen/api.ts';
import { peopleAt, standingOf, waysOf } from './person.ts';

const ada = { id: 'ada', name: 'Ada' };
const ben = { id: 'ben', name: 'Ben' };
const pia = { id: 'pia', name: 'Pia' };
const record = (more: Partial<Table> = {}) =>
	({
		status: 'playing',
		host: ada,
		seats: [
			{ seat: 0, holder: ada },
			{ seat: 1, holder: ben },
			{ seat: 2, bot: { level: 'steady' } },
		],
		you: { host: true, seats: [0] },
		...more,
	}) as Table;
const here = (...seats: number[]): Presence => ({ seats, watchers: 0 });
const guest = { host: false, seats: [0] } as Table['you'];

it('knows how a person stands at a table', () => {
	const table = record({ helpers: ['ben'], kept: { muted: [ben], banned: [], guests: [pia], removed: [] } });
	expect(standingOf(table, here(1), 'ben')).toEqual({
		seats: [1],
		here: true,
		standin: false,
		host: false,
		helper: true,
		muted: true,
		banned: false,
		removed: false,
		guest: false,
	});
	expect(standingOf(table, here(1), 'pia')).toMatchObject({ seats: [], here: false, guest: true });
	expect(standingOf(table, here(0), 'ada').host).toBe(true);
});

it('offers the host everything about a player, and others a vote once the player is away', () => {
	const ways = (table: Table, ...seats: number[]) => waysOf(table, standingOf(table, here(...seats), 'ben'));
	expect(ways(record(), 1)).toEqual(['bot', 'mute', 'host', 'remove', 'ban']);
	expect(ways(record({ status: 'gathering' }), 1)).toEqual(['help', 'mute', 'host', 'remove', 'ban']);
	expect(ways(record({ you: guest }), 1)).toEqual([]);
	expect(ways(record({ you: guest }))).toEqual(['bot-ask']);
	expect(ways(record({ you: { host: false } as Table['you'] }))).toEqual([]);
	expect(ways(record({ status: 'finished' }))).toEqual([]);
});

it('offers no vote at a table that shares its deal, and leaves rivals to both teams', () => {
	const shared = { of: 'day' } as unknown as Table['shared'];
	expect(waysOf(record({ you: guest, shared }), standingOf(record(), here(), 'ben'))).toEqual([]);
	const teams = record({ teams: [[0], [1]], you: { host: true, seats: [0], team: 0 } as Table['you'] });
	expect(waysOf(teams, standingOf(teams, here(), 'ben'))).toEqual([
		'bot-ask',
		'mute',
		'host',
		'remove',
		'ban',
	]);
	expect(waysOf(teams, standingOf(teams, here(1), 'ben'))).toEqual(['mute', 'host', 'remove', 'ban']);
});

it('offers to readmit a banned person, and to end what the host has begun', () => {
	const banned = record({ seats: [], kept: { banned: [ben], muted: [], guests: [], removed: [] } });
	expect(waysOf(banned, standingOf(banned, here(), 'ben'))).toEqual(['readmit']);
	const removed = record({ seats: [], kept: { banned: [], muted: [], guests: [], removed: [ben] } });
	expect(waysOf(removed, standingOf(removed, here(), 'ben'))).toEqual(['readmit', 'ban']);
	const begun = record({
		seats: [{ seat: 1, holder: ben, standin: { level: 'steady' } }] as Table['seats'],
		kept: { muted: [ben], banned: [], guests: [], removed: [] },
	});
	expect(waysOf(begun, standingOf(begun, here(), 'ben'))).toEqual([
		'bot-end',
		'mute-end',
		'host',
		'remove',
		'ban',
	]);
});

it('lists everyone else once: seats, then those who watch or wrote, then those sent away', () => {
	const [rex, kim, zoe] = ['rex', 'kim', 'zoe'].map((id) => ({ id, name: id })) as [Player, Player, Player];
	const table = record({ kept: { guests: [pia, ben], banned: [rex], removed: [kim], muted: [] } });
	const talk = [{ person: rex }, { person: zoe }, { person: kim }, {}];
	expect(peopleAt(table, talk, 'ada').map(({ person, as }) => `${person.id} ${as}`)).toEqual([
		'ben seat',
		'pia watcher',
		'zoe watcher',
		'kim removed',
		'rex banned',
	]);
});
