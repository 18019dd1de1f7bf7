// Scenes of the program's analysis of a game: the story of a lost game, a better plan on the board, and
// advice.

import type { Table, Update } from '../src/gen/api.ts';
import type { Person } from './person.ts';
import type { Scene } from './scenes.ts';
import { ready } from './seen.ts';
import type { Server } from './server.ts';
import { askedBy, movesOf, type TableAt } from './table.ts';
import { like, said } from './words.ts';

/** Makes a game that is soon lost, because the players only draw cards. */
export async function lost(server: Server): Promise<TableAt> {
	const table = await server.table({ alone: true, settings: { players: '2', epidemics: '6' }, deal: 7 });
	for (let i = 0; i < 200; i++) {
		const now = await table.view();
		if (now.over) return table;
		const seat = askedBy(now)[0] ?? 0;
		const list = movesOf(now, seat);
		await table.play(seat, now.question.id, list.find((m) => /^(draw|pass)/.test(m)) ?? list[0] ?? '');
	}
	throw new Error('the game does not end');
}

/** Makes a table for a person and a slow bot. It tries deals until the person begins. */
export async function beginner(server: Server): Promise<{ id: string; ada: Person }> {
	const ada = await server.person('Ada');
	for (let deal = 1; deal < 50; deal++) {
		const { id } = await ada.call<Table>('POST', '/api/tables', {
			game: 'world',
			settings: { players: '2' },
			start: true,
			botPace: 'slow',
			bots: [{ level: 'novice' }],
			deal,
		});
		const { moves } = await ada.call<Update>('GET', `/api/tables/${id}/view?fresh=true`);
		if (moves?.[0]?.list?.length) return { id, ada };
	}
	throw new Error('the bot always begins');
}

async function told(server: Server): Promise<{ path: string; as: Person }> {
	const table = await lost(server);
	return { path: `/replay/${table.id}?story`, as: table.who(0) };
}

export const stories: Scene[] = [
	{
		name: 'story',
		again: true,
		start: told,
		act: async (page) => {
			await page.getByRole('button', { name: said('web.story.make') }).click();
			await page.getByText(like('web.story.sum')).waitFor({ timeout: 120_000 });
		},
	},
	{
		name: 'story-plan',
		again: true,
		start: told,
		sameMap: true,
		act: async (page) => {
			await page.getByRole('button', { name: said('web.story.make') }).click();
			await page.getByText(like('web.story.sum')).waitFor({ timeout: 120_000 });
			await page
				.getByRole('button', { name: said('web.story.try') })
				.first()
				.click();
			await page.getByRole('region', { name: said('web.story.plan') }).waitFor();
			await page.keyboard.press('ArrowRight');
		},
	},
	{
		name: 'advice',
		again: true,
		sameMap: true,
		start: async (server) => {
			const { id, ada } = await beginner(server);
			return { path: `/t/${id}`, as: ada };
		},
		act: async (page) => {
			await ready(page);
			await page.getByRole('button', { name: said('web.advice.ask') }).click();
			await page
				.getByRole('region', { name: said('web.advice.title') })
				.locator('ul > li')
				.first()
				.waitFor();
		},
	},
];
