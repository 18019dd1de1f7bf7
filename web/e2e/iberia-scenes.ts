// The pages and panels that are Iberia's own.

import { expect, type Page } from '@playwright/test';
import { type Asking, asked, positions, settings } from './iberia-positions.ts';
import { position } from './positions.ts';
import { at, press, type Scene, shown, tab, type Way } from './scenes.ts';
import { action, customise, reached, ready } from './seen.ts';
import { said } from './words.ts';

/** What the board lights for a question is listened to there; elsewhere the map lies as ever. */
const onBoard: Asking[] = ['choose-region pure-water', 'choose-line new-line', 'walk'];

/** A question, at a table that was brought to it. */
export function askedScene(name: Asking, way: Scene['way']): Scene {
	return {
		name: `iberia-${name.replace(' ', '-')}`,
		way,
		sameMap: !onBoard.includes(name),
		act: async (page) => {
			await ready(page);
			await expect(page.locator('section:has(> header > h2)').first()).toBeVisible();
		},
	};
}

/** Every question; tests answer them too, pictures only look. */
export const asking: Scene[] = (Object.keys(asked) as Asking[]).map((name) =>
	askedScene(name, at(asked[name])),
);

/** The page for new tables, with a challenge on. */
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

/** The table, and what opens there. */
export const iberia: Scene[] = [
	{ name: 'iberia-table', way: at(positions.late), act: ready },
	{
		name: 'iberia-new',
		way: async (server): Promise<Way> => ({ path: '/new', as: await server.person('Ada') }),
		act: chooseIberia,
	},
	{
		name: 'iberia-lobby',
		way: async (server) => {
			const table = await server.table({ game: 'iberia', gathering: true, settings });
			return { path: table.path, as: table.who(0) };
		},
	},
	{
		name: 'iberia-city',
		way: at(positions.late),
		act: async (page) => {
			await ready(page);
			await (await reached(page)).click();
			await shown(page);
		},
	},
	{
		name: 'iberia-legend',
		sameMap: true,
		way: at(positions.late),
		act: async (page, size) => {
			await ready(page);
			if (size === 'phone') await press(page, 'web.board.tools');
			await press(page, 'web.board.legend');
		},
	},
	{ name: 'iberia-rail', way: at(positions.early), act: picked('rail') },
	{ name: 'iberia-purify', way: at(positions.early), act: picked('purify') },
	{ name: 'iberia-discards', sameMap: true, way: at(positions.late), act: tab('web.table.discards') },
	{ name: 'iberia-window', sameMap: true, way: at(positions.window), act: ready },
	{
		name: 'iberia-rules',
		way: async () => ({ path: '/rules/iberia' }),
		act: (page) => expect(page.locator('h2').first()).toBeVisible(),
	},
	{ name: 'iberia-over', sameMap: true, way: at(positions.over), act: (page) => page.waitForTimeout(1500) },
	{
		name: 'iberia-replay',
		sameMap: true,
		way: async (server) => {
			const { table } = await position(server, positions.over);
			return { path: `/replay/${table.id}/30?as=1`, as: table.who(0) };
		},
		act: (page) => page.waitForTimeout(1500),
	},
];
