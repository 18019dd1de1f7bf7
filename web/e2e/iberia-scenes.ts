// The scenes of pages and panels that only Iberia has.

import { expect, type Page } from '@playwright/test';
import { type Asking, asked, positions, settings } from './iberia-positions.ts';
import { position } from './positions.ts';
import { at, press, type Scene, type Start, shown, tab } from './scenes.ts';
import { action, customise, reached, ready } from './seen.ts';
import { said } from './words.ts';

/**
 * Questions highlighted on the board whose scenes are checked for screen readers. All others show the same
 * map.
 */
const onBoard: Asking[] = ['choose-region pure-water', 'choose-line new-line', 'walk'];

/** Returns the scene of a question, at a table that was played until it asks the question. */
export function askedScene(name: Asking, start: Scene['start']): Scene {
	return {
		name: `iberia-${name.replace(' ', '-')}`,
		start,
		sameMap: !onBoard.includes(name),
		act: async (page) => {
			await ready(page);
			await expect(page.locator('section:has(> header > h2)').first()).toBeVisible();
		},
	};
}

/** A scene for every question. Tests also answer the questions; screenshots only show them. */
export const asking: Scene[] = (Object.keys(asked) as Asking[]).map((name) =>
	askedScene(name, at(asked[name])),
);

/** Chooses Iberia on the page for new tables, and turns a challenge on. */
async function chooseIberia(page: Page): Promise<void> {
	const choose = (group: string, value: string) =>
		page
			.getByRole('group', { name: group, exact: true })
			.getByRole('radio', { name: value })
			.check({ force: true });
	await choose(said('web.new.which'), said('game.iberia'));
	await customise(page);
	await choose(said('option.historical'), said('option.historical.2'));
}

const picked = (verb: string) => async (page: Page) => {
	await ready(page);
	await action(page, verb).click();
	await expect(action(page, verb)).toHaveAttribute('aria-pressed', 'true');
};

/** The scenes of the table, and of what opens over it. */
export const iberia: Scene[] = [
	{ name: 'iberia-table', start: at(positions.late), act: ready },
	{
		name: 'iberia-new',
		start: async (server): Promise<Start> => ({ path: '/new', as: await server.person('Ada') }),
		act: chooseIberia,
	},
	{
		name: 'iberia-lobby',
		start: async (server) => {
			const table = await server.table({ game: 'iberia', gathering: true, settings });
			return { path: table.path, as: table.who(0) };
		},
	},
	{
		name: 'iberia-city',
		start: at(positions.late),
		act: async (page) => {
			await ready(page);
			await (await reached(page)).click();
			await shown(page);
		},
	},
	{
		name: 'iberia-legend',
		again: true,
		sameMap: true,
		start: at(positions.late),
		act: async (page, size) => {
			await ready(page);
			if (size === 'phone') await press(page, 'web.board.tools');
			await press(page, 'web.board.legend');
		},
	},
	{ name: 'iberia-rail', start: at(positions.early), act: picked('rail') },
	{ name: 'iberia-purify', again: true, start: at(positions.early), act: picked('purify') },
	{
		name: 'iberia-discards',
		again: true,
		sameMap: true,
		start: at(positions.late),
		act: tab('web.table.discards'),
	},
	{ name: 'iberia-window', again: true, sameMap: true, start: at(positions.window), act: ready },
	{
		name: 'iberia-rules',
		start: async () => ({ path: '/rules/iberia' }),
		act: (page) => expect(page.locator('h2').first()).toBeVisible(),
	},
	{
		name: 'iberia-over',
		again: true,
		sameMap: true,
		start: at(positions.over),
		act: (page) => page.waitForTimeout(1500),
	},
	{
		name: 'iberia-replay',
		again: true,
		sameMap: true,
		start: async (server) => {
			const { table } = await position(server, positions.over);
			return { path: `/replay/${table.id}/30?as=1`, as: table.who(0) };
		},
		act: (page) => page.waitForTimeout(1500),
	},
];
