import { describe, expect, it } from 'vitest';
import type { Seat } from '../../gen/api.ts';
import { announced, another, askedLeft, changeOf, isKept, owes, seconds } from './times.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();
const bea = { id: 'bea', name: 'Bea', bot: false };
const kofi = { id: 'kofi', name: 'Kofi', bot: false };
const bot = { level: 'steady' };
const seat = (n: number, more: Partial<Seat>): Seat => ({ seat: n, id: `s${n}`, ...more });

describe('the time that those who play have to refuse', () => {
	it('is nothing where nobody is asked', () => {
		expect(askedLeft({ until: at(60) })).toBe(0);
	});

	it('follows from the server’s own times, however this device’s clock is set', () => {
		expect(askedLeft({ until: at(60), asked: at(0) })).toBe(15_000);
		expect(askedLeft({ until: at(70), asked: at(0) })).toBe(5_000);
		expect(askedLeft({ until: at(120), asked: at(0) })).toBe(0);
	});
});

describe('the countdown', () => {
	it('is announced at 60, 20 and 5 seconds, each once', () => {
		const heard: number[] = [];
		let before = Number.POSITIVE_INFINITY;
		for (let left = 60_000; left >= 0; left -= 250) {
			const said = announced(before, seconds(left));
			if (said !== undefined) heard.push(said);
			before = seconds(left);
		}
		expect(heard).toEqual([60, 20, 5]);
	});
});

describe('another seat', () => {
	const now = Date.parse(at(30));
	const seats = [
		seat(0, { holder: kofi }),
		seat(1, { bot }),
		seat(2, { bot, kept: { person: kofi, until: at(50) } }),
		seat(3, { bot, kept: { person: kofi, until: at(10) } }),
	];

	it('is a bot’s that is kept for nobody else, or no longer', () => {
		expect(another(seats, null, 'bea', now)).toBe(1);
		expect(another(seats, 1, 'bea', now)).toBe(3);
		expect(another(seats, 1, 'kofi', now)).toBe(2);
		expect(another(seats.slice(0, 3), 1, 'bea', now)).toBeUndefined();
		expect(seats.map((s) => isKept(s, now))).toEqual([false, false, true, false]);
	});
});

it('the open question waits for a seat', () => {
	const question = { id: '1', step: 'action', all: [2], any: null } as never;
	expect(owes(question, 2)).toBe(true);
	expect(owes(question, 1)).toBe(false);
	expect(owes(undefined, 1)).toBe(false);
	expect(owes(question, null)).toBe(false);
});

it('a seat changes hands between a bot and a person', () => {
	expect(changeOf(seat(1, { bot }), seat(1, { holder: bea }))).toBe('took');
	expect(changeOf(seat(1, { holder: bea }), seat(1, { bot }))).toBe('gave');
	expect(changeOf(seat(1, { holder: bea }), seat(1, { holder: kofi }))).toBeUndefined();
	expect(changeOf(seat(1, {}), seat(1, { bot }))).toBeUndefined();
	expect(changeOf(undefined, seat(1, { bot }))).toBeUndefined();
});
