import { expect, it } from 'vitest';
import { dayOf, door, heights, isHourOf, pauseAt } from './evening.ts';

const at = (day: number, hour: number) => new Date(2026, 10, day, hour);

it('names the day as the player’s calendar does', () => {
	const now = at(20, 15);
	expect(dayOf(at(20, 20), now)).toBe('tonight');
	expect(dayOf(at(20, 16), now)).toBe('today');
	expect(dayOf(at(21, 0), now)).toBe('tomorrow');
	expect(dayOf(at(22, 20), now)).toBe('');
	expect(dayOf(at(31, 20), at(30, 20))).toBe('tomorrow');
});

it('waits from ten minutes before, and asks more often once the evening begins', () => {
	const begins = at(20, 20).getTime();
	expect(pauseAt(begins, begins - door - 1)).toBe(Number.POSITIVE_INFINITY);
	expect(pauseAt(begins, begins - door)).toBe(20_000);
	expect(pauseAt(begins, begins)).toBe(2000);
});

it('draws hours only if people are known to come', () => {
	const hours = [0, 4, 8].map((people, i) => ({ at: `2026-11-20T${18 + i}:00:00Z`, people }));
	expect(heights(hours).map(({ height }) => height)).toEqual([0, 0.5, 1]);
	expect(hours.map(({ at }) => isHourOf(at, '2026-11-20T19:30:00Z'))).toEqual([false, true, false]);
	expect(heights(hours.map((hour) => ({ ...hour, people: 0 })))).toEqual([]);
});
