import { beforeEach, expect, it } from 'vitest';
import { textsOf } from '../../languages.ts';
import { use } from '../i18n/words.svelte.ts';
import type { FoldedLine } from './folded.ts';
import { lastReason, reasonsOf, reasonWords } from './reasons.ts';

const en = textsOf('en');
const fr = textsOf('fr');

const key = 'bot.reason.test';
const seatName = (seat: number) => `Seat ${seat + 1}`;

beforeEach(() =>
	use('en', { ...en, [key]: '{seat} brings {n} cards of {disease} to {city2} from {city}' } as typeof en),
);

const args = [
	['seat', '2'],
	['n', '3'],
	['disease', 'black'],
	['city', 'cairo'],
	['city2', 'paris'],
];

it('names the arguments of a reason by their kind', () => {
	expect(reasonWords({ key, args }, seatName)).toBe('Seat 3 brings 3 cards of black to Paris from Cairo');
});

it('names them in the language that is spoken', () => {
	use('fr', { ...fr, [key]: 'à {city} avec {card}' } as typeof fr);
	const french = [
		['city', 'cairo'],
		['card', 'airlift'],
	];
	expect(reasonWords({ key, args: french }, seatName)).toBe(`à Le Caire avec ${fr['event.airlift']}`);
});

it('says nothing where there is no text for a reason', () => {
	expect(reasonWords({ key: 'bot.reason.unheard-of', args }, seatName)).toBeUndefined();
	expect(reasonWords({ key: '', args: null }, seatName)).toBeUndefined();
});

it('belongs to the seat that moved, and to the line of the log that tells the move', () => {
	const reasons = [
		{ seat: 1, entry: 4, key, args: [] },
		{ seat: 2, entry: 5, key, args: [] },
		{ seat: 1, entry: 9, key, args: [] },
	];
	expect(lastReason(reasons, 1)?.entry).toBe(9);
	expect(lastReason(reasons, 2), 'a newer one is read').toBeUndefined();
	const line = (n: number, last: number, seats: number[]) =>
		reasonsOf(reasons, { n, last, seats } as FoldedLine);
	expect(line(4, 6, [1]).map((r) => r.entry)).toEqual([4]);
	expect(line(4, 6, [])).toEqual([]);
	expect(line(10, 12, [1])).toEqual([]);
});
