import { beforeEach, expect, it, vi } from 'vitest';
import { games } from '../../games/games.ts';
import type { Game } from '../../gen/api.ts';
import lists from '../../gen/games.json';
import { settings } from '../../settings.svelte.ts';
import { played } from '../../table/newcomer.ts';

const made: { settings?: Record<string, string> }[] = [];
let finished: object[] = [];
vi.mock('../../api/client.ts', () => ({
	api: {
		post: (_url: '/api/tables', { body }: { body: object }) => {
			made.push(body);
			return Promise.resolve({ id: 'one' });
		},
		get: () => Promise.resolve({ tables: finished }),
	},
}));
vi.mock('../../api/ask.ts', () => ({ ask: (answer: unknown) => answer }));
vi.mock('../../api/me.svelte.ts', () => ({
	arrive: () => Promise.resolve(),
	recall: () => Promise.resolve({}),
}));
vi.mock('../../settings.svelte.ts', () => ({ settings: { learned: [] }, learn: () => {} }));
vi.mock('../../router.svelte.ts', () => ({ go: () => {} }));
const { playWithBots } = await import('./begin.ts');

const listed = lists as unknown as Game[];
const world = listed.find((g) => g.name === 'world') as Game;
const play = async () => {
	await playWithBots({ name: 'world', game: { ...world, botLevels: ['steady'] } as Game });
	return made.at(-1)?.settings;
};

beforeEach(() => {
	finished = [];
	settings.learned = [];
});

it('gives newcomers an easy role, and everybody else the roles that are dealt', async () => {
	expect((await play())?.roles).toMatch(/^medic,/);
	finished = [{ game: 'world', status: 'finished', lesson: 'first' }];
	expect((await play())?.roles).toMatch(/^medic,/);
	finished = [{ game: 'world', status: 'finished' }];
	expect(await play()).not.toHaveProperty('roles');
	finished = [];
	settings.learned = [played('world')];
	expect(await play()).not.toHaveProperty('roles');
});

it('knows easy roles that the games have, for as many as sit down at once', () => {
	for (const { name, options } of listed) {
		const roles = options?.find((o) => o.name === 'roles');
		if (!roles) continue;
		const easy = games[name]?.easyRoles ?? [];
		expect(easy.length, name).toBeGreaterThan(3);
		expect(roles.values, name).toEqual(expect.arrayContaining([...easy]));
	}
});
