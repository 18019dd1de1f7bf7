import { beforeEach, expect, test } from 'vitest';
import en from '../../../locale/en.json';
import type { Seat } from '../gen/api';
import { personName } from '../words/people.ts';
import { use } from '../words/words.svelte.ts';
import { playerName } from './bots.ts';

const seat = (of: Partial<Seat>, n: number): Seat => ({ id: `s${n}`, seat: n, ...of });

beforeEach(() => use('en', en));

test('a player is called by the name, a guest by the number, and a guest on several seats by the seat', () => {
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
});
