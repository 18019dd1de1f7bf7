import { beforeAll, expect, it } from 'vitest';
import { textsOf } from '../../../languages.ts';
import type { HallSeat, Seat } from '../../gen/api.ts';
import { use } from '../../i18n/words.svelte.ts';
import { namesOf, newTable, placesIn, placesOf, rim, withMe } from './sitting.ts';

beforeAll(() => use('en', textsOf('en')));

const person = (name: string): HallSeat => ({ holder: { id: name, name } });
const bot: HallSeat = { bot: { level: 'steady' } };
const kinds = (people: HallSeat[]) => placesOf({ people }).map(({ kind }) => kind);

it('seats people before bots, and bots before free seats', () => {
	expect(kinds([{}, bot, person('Ada')])).toEqual(['person', 'bot', 'free']);
});

it('keeps the seats of a lobby in their order, and tells who is ready', () => {
	const seats: Seat[] = [
		{ seat: 0, id: 'a' },
		{ seat: 1, id: 'b', bot: { level: 'steady' } },
		{ seat: 2, id: 'c', holder: { id: 'Ada', name: 'Ada' }, ready: true },
		{ seat: 3, id: 'd', holder: { id: 'Robo', name: 'Robo', bot: true } },
	];
	expect(placesIn(seats).map(({ kind, ready }) => `${kind}${ready ? ', ready' : ''}`)).toEqual([
		'free',
		'bot',
		'person, ready',
		'bot',
	]);
});

it('seats me on a free seat, or else on a bot’s', () => {
	const me = (people: HallSeat[]) => withMe(placesOf({ people })).map(({ kind }) => kind);
	expect(me([{}, bot, person('Ada')])).toEqual(['person', 'bot', 'mine']);
	expect(me([bot, bot, person('Ada')])).toEqual(['person', 'bot', 'mine']);
	expect(newTable(4).map(({ kind }) => kind)).toEqual(['bot', 'bot', 'bot', 'mine']);
});

it('names two people, and counts the others', () => {
	const names = (...of: string[]) => namesOf(placesOf({ people: of.map(person) }));
	expect(names('Ada', 'Noor')).toBe('Ada and Noor');
	expect(names('Ada', 'Noor', 'Ida', 'Kofi')).toBe('Ada, Noor, and 2 more');
});

it.each([2, 3, 4, 5, 6])('has a place on the rim for each of %d', (n) => {
	const places = rim(n).map(({ x, y }) => `${x} ${y}`);
	expect(new Set(places).size).toBe(n);
	expect(places).not.toContain('50 0');
});
