import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { become } from '../../api/me.svelte.ts';
import type { Person } from '../../gen/api.ts';
import { myTables, running } from './mine.ts';

const listed = [
	{ id: 'lesson', game: 'world', lesson: 'first', status: 'playing', mine: [0, 1] },
	{ id: 'puzzle', game: 'world', puzzle: 'world-1', status: 'playing', mine: [0, 1] },
	{ id: 'lobby', game: 'world', status: 'gathering', mine: [0] },
	{ id: 'theirs', game: 'pharmacy', status: 'playing', mine: [1] },
	{ id: 'waits', game: 'iberia', status: 'playing', mine: [1] },
	{ id: 'over', game: 'world', status: 'finished', mine: [0] },
];
const views: Record<string, object> = {
	theirs: { question: { all: [0] }, view: { turn: 3 } },
	waits: {
		question: { any: [1, 2], deadline: 99 },
		view: { turn: 7, 'seats-at-table': [{ role: 'sailor' }, { role: 'nurse' }] },
	},
};

beforeEach(() => {
	vi.stubGlobal('fetch', async (address: string | Request) => {
		const path = new URL(typeof address === 'string' ? address : address.url, 'http://x').pathname;
		const found = path === '/api/tables' ? { tables: listed, more: false } : views[path.split('/')[3] ?? ''];
		return new Response(JSON.stringify(found), { headers: { 'content-type': 'application/json' } });
	});
	become({ id: 'me', name: 'Mara' } as Person);
});
afterEach(() => vi.unstubAllGlobals());

it('lists no lesson and no puzzle, and keeps lessons for their page', async () => {
	const { tables, lessons } = await myTables();
	expect(tables.map((table) => table.id)).toEqual(['lobby', 'theirs', 'waits', 'over']);
	expect(lessons.map((table) => table.id)).toEqual(['lesson']);
});

it('begins with the table that waits, and says how it stands', async () => {
	const all = running((await myTables()).tables);
	expect(all.map((table) => table.id)).toEqual(['waits', 'theirs', 'lobby']);
	expect(all[0]).toMatchObject({ turn: true, now: { turn: 7, role: 'nurse', deadline: 99 } });
	expect(all[1]?.now).toMatchObject({ turn: 3, role: undefined });
});
