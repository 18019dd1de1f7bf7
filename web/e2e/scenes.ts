// Every page and every panel of the client, each with the way to it. What must hold
// of all of them is checked, and pictures are taken, by going through this list.

import { expect, type Page } from '@playwright/test';
import type { Table } from '../src/gen/api.ts';
import type { Size } from './browser.ts';
import type { Person } from './person.ts';
import { type Position, position, type Wanted } from './positions.ts';
import { action, customise, reached, ready } from './seen.ts';
import type { Server } from './server.ts';
import { like, said } from './words.ts';

/** Where to go, and as whom. */
export interface Way {
	path: string;
	as?: Person;
}

export interface Scene {
	name: string;
	/** The sizes that have it; all of them without. */
	at?: Size[];
	way: (server: Server) => Promise<Way>;
	/** The map lies there as in others, and need not be listened to again. */
	sameMap?: boolean;
	/** What is set there besides language and theme. */
	settings?: Record<string, unknown>;
	/** What is done there before it is looked at. */
	act?: (page: Page, size: Size) => Promise<void>;
}

const all: Size[] = ['desktop', 'tablet', 'phone'];
const nowhere = async (): Promise<Way> => ({ path: '/' });

/** The table in a position, as the seat that is asked. */
export const at = (name: Position | Wanted) => async (server: Server) => {
	const { table, seat } = await position(server, name);
	return { path: table.path, as: table.who(seat) };
};

/** The table in a position, as a seat that is not asked. */
const beside = (name: Position) => async (server: Server) => {
	const { table, seat } = await position(server, name);
	return { path: table.path, as: table.who((seat + 1) % table.people.length) };
};

export const press = (page: Page, key: string) =>
	page
		.getByRole('button', { name: said(key) })
		.first()
		.click();
export const dialog = (page: Page) => page.getByRole('dialog').last();
export const shown = async (page: Page) => expect(dialog(page)).toBeVisible();

export async function menu(page: Page, key: string): Promise<void> {
	await ready(page);
	await press(page, 'web.menu');
	await dialog(page).getByText(said(key), { exact: true }).click();
	await shown(page);
}

/** Opens a tab: a tab, or a sheet. */
export const tab =
	(key: string) =>
	async (page: Page, size: Size): Promise<void> => {
		await ready(page);
		const name = said(key);
		if (size === 'phone') return page.getByRole('button', { name }).last().click();
		if (size === 'tablet') await page.getByRole('button', { name: said('web.table.more') }).click();
		await page.getByRole('tab', { name }).click();
	};

/** What flows like a page. */
const pages: Scene[] = [
	{ name: 'landing', way: nowhere },
	{
		name: 'languages',
		way: nowhere,
		act: async (page) => {
			await page.getByRole('button', { name: said('web.app.lang') }).click();
			await expect(page.getByRole('menu')).toBeVisible();
		},
	},
	{
		name: 'landing-known',
		way: async (server) => ({ path: '/', as: (await position(server, 'late')).table.who(0) }),
	},
	{
		name: 'friends',
		way: nowhere,
		act: async (page) => {
			await press(page, 'web.landing.friends');
			await shown(page);
		},
	},
	{
		name: 'join',
		way: nowhere,
		act: (page) => press(page, 'web.landing.join'),
	},
	{
		name: 'device',
		way: async () => ({ path: '/device' }),
		// One game that is kept, and what keeping one looks like.
		act: async (page) => {
			await page.getByLabel(said('web.device.seats')).selectOption('alone');
			await press(page, 'web.device.start');
			await page.waitForURL(/\/t\/device-/);
			await ready(page);
			await page.goto('/device');
			await expect(page.getByRole('list', { name: said('web.device.games') })).toBeVisible();
		},
	},
	{ name: 'new', way: async (server) => ({ path: '/new', as: await server.person('Ada') }) },
	{
		name: 'new-teams',
		way: async (server) => ({ path: '/new', as: await server.person('Ada') }),
		act: async (page) => {
			await customise(page);
			await page.locator('input[value="teams"]').last().check();
			await page
				.locator('summary')
				.filter({ hasText: said('web.new.roles') })
				.click();
		},
	},
	{
		name: 'lobby-options',
		way: async (server) => {
			const table = await server.table({ gathering: true, settings: { players: '3' } });
			return { path: table.path, as: table.who(0) };
		},
		act: async (page) => {
			await press(page, 'web.lobby.change.about');
			await expect(dialog(page).getByRole('radio').first()).toBeVisible();
		},
	},
	{
		name: 'lobby',
		way: async (server) => {
			const table = await server.table({ gathering: true, settings: { players: '3' } });
			return { path: table.path, as: table.who(0) };
		},
	},
	{
		name: 'lobby-guest',
		way: async (server) => {
			const table = await server.table({ gathering: true, settings: { players: '3' } });
			const guest = await server.person('Léon');
			await guest.call('POST', '/api/links', { secret: table.secret });
			await guest.call('POST', `/api/tables/${table.id}/sit`, {});
			return { path: table.path, as: guest };
		},
	},
	{
		name: 'lobby-bots',
		way: async (server) => {
			const table = await server.table({ gathering: true, settings: { players: '4' } });
			const body = { level: 'novice' };
			for (const seat of [1, 2])
				await table.who(0).call('PUT', `/api/tables/${table.id}/seats/${seat}/bot`, body);
			return { path: table.path, as: table.who(0) };
		},
	},
	{
		name: 'link',
		way: async (server) => ({ path: `/j/${(await server.table({ gathering: true })).secret}` }),
	},
	{
		name: 'link-void',
		way: async () => ({ path: '/j/nothing-that-was-ever-made' }),
		act: (page) => expect(page.getByText(said('web.link.void.title'))).toBeVisible(),
	},
	{
		name: 'mine',
		way: async (server) => ({ path: '/mine', as: (await position(server, 'late')).table.who(0) }),
	},
	{ name: 'mine-empty', way: async (server) => ({ path: '/mine', as: await server.person('Ada') }) },
	{
		name: 'tables',
		way: async (server) => {
			await server.table({ public: true, gathering: true, title: 'Thursday, beginners welcome' });
			await server.table({ public: true, title: '' });
			return { path: '/tables', as: await server.person('Wim') };
		},
	},
	{ name: 'rules', way: async () => ({ path: '/rules/world' }) },
	{
		name: 'rules-search',
		way: async () => ({ path: '/rules/world' }),
		act: (page) => page.getByRole('searchbox').or(page.getByRole('textbox')).first().fill('outbreak'),
	},
	{ name: 'settings', way: async (server) => ({ path: '/settings', as: await server.person('Ada') }) },
	{ name: 'settings-nobody', way: async () => ({ path: '/settings' }) },
	{
		name: 'lost',
		way: nowhere,
		act: async (page) => {
			await page.evaluate(() => {
				history.pushState(null, '', '/nothing/like/this');
				window.dispatchEvent(new PopStateEvent('popstate'));
			});
			await expect(page).toHaveTitle(new RegExp(said('web.title.lost')));
		},
	},
	{ name: 'missing', way: async (server) => ({ path: '/t/nosuchtable', as: await server.person('Ada') }) },
];

const questions: Position[] = [
	'window',
	'discard',
	'consent',
	'request',
	'order',
	'choose-city',
	'choose-card',
	'move-pawn',
];

/** What the board lights for a question is listened to there; elsewhere the map lies as ever. */
const onBoard: Position[] = ['choose-city', 'move-pawn'];

/** The table as it lies there. */
const table: Scene[] = [
	{ name: 'table', way: at('late'), act: ready },
	{ name: 'table-start', way: at('start'), act: ready },
	{ name: 'table-waiting', way: beside('late'), act: ready },
	{
		name: 'table-spectator',
		way: async (server) => {
			const { path } = await server.table({ public: true });
			return { path, as: await server.person('Wim') };
		},
		act: ready,
	},
];

/** A table with two bots, one of which plays for a person who is here. */
const withBots = async (server: Server) => {
	const ada = await server.person('Ada');
	const bots = [{ level: 'novice' }, { level: 'novice' }, { level: 'novice' }];
	const body = { game: 'world', settings: { players: '4' }, sit: 'one', bots, botPace: 'slow', start: true };
	const { id } = await ada.call<Table>('POST', '/api/tables', body);
	await ada.call('PUT', `/api/tables/${id}/seats/0/standin`, { level: 'novice' });
	return { path: `/t/${id}`, as: ada };
};

/** Bots at the table. */
const bots: Scene[] = [
	{
		name: 'bots-standin',
		way: withBots,
		act: async (page) => {
			await ready(page);
			await expect(page.getByText(like('web.bots.mine'))).toBeVisible();
		},
	},
	{ name: 'bots-seats', sameMap: true, way: withBots, act: (page) => menu(page, 'web.bots.title') },
	{
		name: 'stand',
		sameMap: true,
		way: at('late'),
		act: (page) => menu(page, 'web.menu.stand'),
	},
];

/** What it asks. */
const asking: Scene[] = [
	...questions.map(
		(name): Scene => ({
			name: `question-${name}`,
			way: at(name),
			act: ready,
			sameMap: !onBoard.includes(name),
		}),
	),
	{ name: 'waiting-discard', way: beside('discard'), act: ready, sameMap: true },
	{
		name: 'proposal',
		way: async (server) => {
			const table = await server.table({ settings: { players: '2' } });
			await table.command(0, 'giveup');
			return { path: table.path, as: table.who(1) };
		},
		act: async (page) => {
			await ready(page);
			await expect(page.getByText(like('web.proposal.end')).first()).toBeVisible();
		},
	},
];

/** What opens on the way to a move. */
const acting: Scene[] = [
	{
		name: 'city',
		way: at('late'),
		act: async (page) => {
			await ready(page);
			await (await reached(page)).click();
			await shown(page);
		},
	},
	{
		name: 'action-picked',
		way: at('late'),
		act: async (page) => {
			await ready(page);
			await action(page, 'drive').click();
		},
	},
	{
		name: 'action-list',
		sameMap: true,
		way: at('late'),
		act: async (page, size) => {
			await ready(page);
			if (size === 'phone') {
				await action(page, 'drive').click();
				return page.getByRole('button', { name: said('web.act.list'), exact: true }).click();
			}
			await page.keyboard.press('d');
			await shown(page);
		},
	},
	{
		name: 'action-why-not',
		sameMap: true,
		way: at('late'),
		act: async (page) => {
			await ready(page);
			// It says that it is disabled, and still answers a press: with the reason.
			await action(page, 'cure').click({ force: true });
			await expect(page.getByRole('button', { name: said('web.act.close') })).toBeVisible();
		},
	},
	{
		name: 'action-sure',
		way: async (server) => {
			const { table, seat } = await position(server, 'start');
			return { path: table.path, as: table.who(seat) };
		},
		act: async (page) => {
			await ready(page);
			await action(page, 'direct').click();
			await page.locator('[data-map] g.reached circle.target').first().click({ force: true });
		},
	},
	{
		name: 'end-anyway',
		sameMap: true,
		way: at('late'),
		act: async (page) => {
			await ready(page);
			await page.locator('button[data-verb="draw"]').click();
		},
	},
	{
		name: 'hand-card',
		sameMap: true,
		way: at('late'),
		act: async (page, size) => {
			await ready(page);
			if (size === 'phone') await page.getByRole('button', { name: said('web.hand.title') }).click();
			await page
				.getByRole('list', { name: said('web.hand.title') })
				.getByRole('button')
				.first()
				.click();
			await shown(page);
		},
	},
	{
		name: 'hand-sheet',
		sameMap: true,
		at: ['phone'],
		way: at('late'),
		act: async (page) => {
			await ready(page);
			await page.getByRole('button', { name: said('web.hand.title') }).click();
			await shown(page);
		},
	},
	{
		name: 'standing',
		sameMap: true,
		way: at('window'),
		act: async (page) => {
			await ready(page);
			await press(page, 'web.standing.none');
			await shown(page);
		},
	},
	{
		name: 'offline',
		sameMap: true,
		way: at('late'),
		act: async (page) => {
			await ready(page);
			await page.context().setOffline(true);
			await (await reached(page)).click();
			await dialog(page).locator('button[data-verb]').first().click();
			await expect(page.getByText(said('web.act.still-sending')).first()).toBeVisible();
		},
	},
];

/** What one reads beside the table. */
const tabs: Scene[] = [
	{ name: 'log', at: ['tablet', 'phone'], way: at('late'), act: tab('web.table.log') },
	{ name: 'chat', way: at('late'), act: tab('web.table.chat') },
	{ name: 'risk', way: at('late'), act: tab('web.table.risk') },
	{ name: 'discards', way: at('late'), act: tab('web.table.discards') },
	{ name: 'team', at: ['phone'], way: at('late'), act: tab('web.table.team') },
	{
		name: 'team-hand',
		at: ['desktop'],
		way: at('late'),
		act: async (page) => {
			await ready(page);
			await page
				.getByRole('list', { name: said('web.table.team') })
				.getByRole('button')
				.nth(1)
				.click();
		},
	},
	{
		name: 'menu',
		way: at('late'),
		act: async (page) => {
			await ready(page);
			await press(page, 'web.menu');
			await shown(page);
		},
	},
	{ name: 'keys', way: at('late'), act: (page) => menu(page, 'web.menu.keys') },
	{ name: 'places', way: at('late'), act: (page) => menu(page, 'web.table.places') },
	{ name: 'give-up', way: at('late'), act: (page) => menu(page, 'web.menu.giveup') },
	{ name: 'report', way: at('late'), act: (page) => menu(page, 'web.menu.report') },
	{
		name: 'legend',
		way: at('late'),
		act: async (page, size) => {
			await ready(page);
			if (size === 'phone') await press(page, 'web.board.tools');
			await press(page, 'web.board.legend');
		},
	},
	{
		name: 'rule',
		at: ['desktop', 'phone'],
		way: at('discard'),
		act: async (page) => {
			await ready(page);
			await press(page, 'web.question.rule');
			await shown(page);
		},
	},
];

/** What comes after a game. */
const after: Scene[] = [
	{ name: 'over', way: at('over'), act: (page) => page.waitForTimeout(1500) },
	{
		name: 'replay',
		way: async (server) => {
			const { table } = await position(server, 'over');
			return { path: `/replay/${table.id}`, as: table.who(0) };
		},
		act: (page) => page.waitForTimeout(1500),
	},
	{
		name: 'replay-move',
		way: async (server) => {
			const { table } = await position(server, 'over');
			return { path: `/replay/${table.id}/20?as=1`, as: table.who(0) };
		},
		act: (page) => page.waitForTimeout(1500),
	},
];

/** Everything that there is, in parts of about the same length. */
export const groups: Record<string, Scene[]> = {
	'first pages': pages.slice(0, 10),
	'other pages': pages.slice(10),
	table,
	asking,
	acting,
	bots,
	tabs: tabs.map((scene) => ({ ...scene, sameMap: true })),
	after,
};

export const scenes: Scene[] = Object.values(groups).flat();

export const sizesOf = (scene: Scene): Size[] => scene.at ?? all;
