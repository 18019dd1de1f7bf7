import { expect, it } from 'vitest';
import type { PersonFile } from '../../../gen/api.ts';
import { historyOf, isOver } from './history.ts';

const now = Date.parse('2026-11-19T12:00:00Z');
const mute = { id: 'd2', what: 'mute', at: '2026-10-01T08:00:00Z', until: '2026-10-02T08:00:00Z' };
const warn = { id: 'd1', what: 'warn', at: '2026-08-01T08:00:00Z' };
const file = {
	created: '2026-05-01T08:00:00Z',
	decisions: [mute, warn],
	reports: [{ id: 'r1' }, { id: 'r2' }, { id: 'r0', closed: '2026-08-01T08:00:00Z' }],
} as unknown as PersonFile;

it('tells a person’s history from the oldest to the open reports', () => {
	expect(historyOf(file, now).map(({ key, tone, over }) => [key, tone, over])).toEqual([
		['joined', 'plain', false],
		['d1', 'warn', false],
		['d2', 'grave', true],
		['now', 'now', false],
	]);
	expect(historyOf(file, now).at(-1)?.values).toEqual({ n: 2 });
});

it('knows when a measure is over', () => {
	const of = (more: object) => isOver({ ...mute, ...more } as never, now);
	expect(of({})).toBe(true);
	expect(of({ until: '2026-12-01T08:00:00Z' })).toBe(false);
	expect(of({ until: undefined })).toBe(false);
	expect(of({ until: undefined, lifted: '2026-11-01T08:00:00Z' })).toBe(true);
	expect(isOver(warn as never, now)).toBe(false);
});
