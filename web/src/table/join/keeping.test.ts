import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Seat } from '../../gen/api.ts';
import type { LiveTable } from '../live.svelte.ts';
import { Keeping } from './keeping.svelte.ts';
import { keptFor } from './times.ts';

vi.mock('../../api/me.svelte.ts', () => ({ me: () => ({ id: 'bea' }), arrive: async () => ({ id: 'bea' }) }));
const asked: string[] = [];
vi.mock('../../api/client.ts', () => ({
	api: {
		delete: async (path: string) => void asked.push(path),
		post: async (path: string) => void asked.push(path),
	},
}));

const bea = { id: 'bea', name: 'Bea', bot: false };
const kofi = { id: 'kofi', name: 'Kofi', bot: false };
const began = Date.UTC(2026, 0, 1, 12);
const kept: Seat = {
	seat: 1,
	id: 's1',
	bot: { level: 'steady' },
	kept: { person: bea, until: new Date(began + keptFor).toISOString() },
};

/** Returns the keeping of a seat that began now, and the table whose record can change. */
function kept60(seat: Seat = kept) {
	const live = {
		id: 't',
		mine: [],
		record: { letsIn: true, seats: [{ seat: 0, id: 's0', holder: kofi }, seat] },
	};
	const keep = new Keeping(live as unknown as LiveTable);
	Object.assign(keep, { seat: 1, state: 'kept', until: Date.now() + keptFor });
	return { keep, live };
}
const pass = (ms: number, keep: Keeping) => {
	vi.setSystemTime(Date.now() + ms);
	keep.tick();
};

beforeEach(() => {
	vi.useFakeTimers({ now: began });
	asked.length = 0;
	return () => vi.useRealTimers();
});

describe('a seat that is kept', () => {
	it('is no longer kept once its minute is over, without any news', () => {
		const { keep } = kept60();
		pass(keptFor - 1, keep);
		expect(keep.state).toBe('kept');
		pass(1, keep);
		expect(keep.state).toBe('expired');
		expect(keep.held).toBe(false);
	});

	it('is lost once another person sits there', () => {
		const { keep, live } = kept60();
		live.record.seats[1] = { seat: 1, id: 's1', holder: kofi };
		pass(250, keep);
		expect(keep.state).toBe('lost');
	});

	it('is refused once the record does not list it any more, unless an older record has come late', () => {
		const { keep, live } = kept60();
		live.record.seats[1] = { seat: 1, id: 's1', bot: { level: 'steady' } };
		pass(250, keep);
		expect(keep.state).toBe('kept');
		live.record.seats[1] = kept;
		pass(250, keep);
		live.record.seats[1] = { seat: 1, id: 's1', bot: { level: 'steady' } };
		pass(250, keep);
		pass(1250, keep);
		expect(keep.state).toBe('kept');
		pass(250, keep);
		expect(keep.state).toBe('refused');
	});

	it('is let go when its sheet closes, and only then', () => {
		const { keep } = kept60();
		keep.letGo();
		expect(asked).toEqual(['/api/tables/{id}/keep']);
		pass(keptFor, keep);
		keep.letGo();
		expect(asked).toHaveLength(1);
	});
});
