// Scenes about learning: the page of lessons, lessons at their tables, cards for newcomers, and puzzles.

import { expect } from '@playwright/test';
import type { Puzzle, Table } from '../src/gen/api.ts';
import { at, type Scene } from './scenes.ts';

/** Returns the scene of a lesson at its second text, at which something is highlighted. */
const lesson = (game: string): Scene => ({
	name: `lesson-${game}`,
	start: async (server) => {
		const ada = await server.person('Ada');
		const body = { game, lesson: 'first', sit: 'all', start: true };
		const { id } = await ada.call<Table>('POST', '/api/tables', body);
		return { path: `/t/${id}`, as: ada };
	},
	act: async (page) => {
		await page.locator('.lesson .next button').click();
		await expect(page.locator('.lesson:not(.busy) .said')).toBeVisible();
	},
});

export const learning: Scene[] = [
	{ name: 'learn', start: async (server) => ({ path: '/learn', as: await server.person('Ada') }) },
	lesson('world'),
	lesson('pharmacy'),
	{
		name: 'first-card',
		sameMap: true,
		start: at('discard'),
		settings: { learned: [] },
		act: (page) => expect(page.locator('[data-hint="first-limit"]')).toBeVisible(),
	},
	{ name: 'puzzles', start: async (server) => ({ path: '/puzzles', as: await server.person('Ada') }) },
	{
		name: 'puzzle-rivals',
		again: true,
		start: async (server) => {
			const ada = await server.person('Ada');
			const { id } = await ada.call<Puzzle>('GET', '/api/puzzles/next?game=pharmacy&kind=points');
			const { table } = await ada.call<Puzzle>('POST', `/api/puzzles/${id}/begin`);
			return { path: `/t/${table}`, as: ada };
		},
		act: (page) => expect(page.locator('.puzzle .asks')).toBeVisible(),
	},
];
