import { beforeEach, expect, test } from 'vitest';
import { textsOf } from '../../languages.ts';
import type { Seat, Table } from '../gen/api.ts';
import { personName } from '../i18n/people.ts';
import { use } from '../i18n/words.svelte.ts';
import { awaitedOf, playerName, roleOf } from './bots.ts';

const en = textsOf('en');

const seat = (of: Partial<Seat>, n: number): Seat => ({ id: `s${n}`, seat: n, ...of });

beforeEach(() => use('en', en));

test('a player is called by the name, a guest by the number or the seat, and a bot by its role', () => {
	const guest = { id: 'kkunuevq', name: '' };
	const other = { id: 'aaaabbbb', name: '' };
	const ada = { id: 'ccccdddd', name: 'Ada' };
	const seats = [
		{ holder: guest },
		{ holder: ada },
		{ bot: { level: 'steady' } },
		{ holder: other },
		{ holder: other },
		{},
	].map(seat);
	expect(personName(guest)).toMatch(/^Guest \d+$/);
	expect(seats.map((_, n) => playerName(seats, n))).toEqual([
		personName(guest),
		'Ada',
		'Bot 3',
		'Seat 4',
		'Seat 5',
		'Seat 6',
	]);
	expect(playerName([seat({ holder: { id: '', name: '' } }, 0)], 0)).toBe('Seat 1');
	expect(playerName(undefined, 1)).toBe('Seat 2');
	expect(playerName(seats, 2, 'medic')).toBe('Medic');
	expect(playerName(seats, 2, '')).toBe('Bot (steady)');
	expect(playerName(seats, 1, 'medic')).toBe('Ada');
	expect(roleOf({ 'seats-at-table': [{ role: 'medic' }, {}] }, 0)).toBe('medic');
});

test('a host may let a bot play on for who is asked and silent, but never for the guide of a lesson', () => {
	const seats = [{ holder: { id: 'me', name: 'Ada' } }, { holder: { id: 'you', name: 'Guide' } }].map(seat);
	const record = { seats, you: { host: true, seats: [0], watch: 'nobody' } } as Pick<
		Table,
		'lesson' | 'seats' | 'you'
	>;
	const question = { id: 'q', step: 'action', all: [1] };
	expect(awaitedOf(record, question, [0], [])?.seat).toBe(1);
	expect(awaitedOf(record, question, [0], [1])).toBeUndefined();
	expect(awaitedOf(record, { ...question, all: [0] }, [0], [])).toBeUndefined();
	expect(awaitedOf({ ...record, lesson: 'first' }, question, [0], [])).toBeUndefined();
});
