// The scenes: every page and every panel of the client, each with how to open it. Tests check each scene,
// and screenshots show it.

import { expect, type Page } from '@playwright/test';
import type { Table } from '../src/gen/api.ts';
import type { Size } from './browser.ts';
import type { Person } from './person.ts';
import { type Position, position, type Wanted } from './positions.ts';
import { action, customise, listening, reached, ready } from './seen.ts';
import type { Server } from './server.ts';
import { like, said } from './words.ts';

/** The address to open, and the person who opens it. */
export interface Start {
	path: string;
	as?: Person;
}

export interface Scene {
	name: string;
	/** The sizes in which the scene exists; all by default. */
	at?: Size[];
	start: (server: Server) => Promise<Start>;
	/** Whether other scenes have the same parts, so that only the nightly run checks the scene. */
	again?: boolean;
	/**
	 * Whether another scene shows the same map, so that this one's map need not be checked for screen
	 * readers.
	 */
	sameMap?: boolean;
	/** Settings other than language and theme. */
	settings?: Record<string, unknown>;
	/** What to do on the page before it is checked. */
	act?: (page: Page, size: Size) => Promise<void>;
}

const all: Size[] = ['desktop', 'tablet', 'phone'];
const nowhere = async (): Promise<Start> => ({ path: '/' });

/** Returns the start of a scene: a table in a position, opened by the seat that must answer. */
export const at = (name: Position | Wanted) => async (server: Server) => {
	const { table, seat } = await position(server, name);
	return { path: table.path, as: table.who(seat) };
};

/** Returns the start of a scene: a table in a position, opened by a seat that need not answer. */
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

/** Returns the action that opens a tab, which is inside a sheet in some sizes. */
export const tab =
	(key: string) =>
	async (page: Page, size: Size): Promise<void> => {
		await ready(page);
		const name = said(key);
		if (size === 'phone') return page.getByRole('button', { name }).last().click();
		if (size === 'tablet') await page.getByRole('button', { name: said('web.table.more') }).click();
		await page.getByRole('tab', { name }).click();
	};

/** The scenes of pages that scroll. */
const pages: Scene[] = [
	{ name: 'landing', start: nowhere },
	{
		name: 'languages',
		start: nowhere,
		act: async (page) => {
			await page.getByRole('button', { name: said('web.app.lang') }).click();
			await expect(page.getByRole('menu')).toBeVisible();
		},
	},
	{
		name: 'landing-known',
		again: true,
		start: async (server) => ({ path: '/', as: (await position(server, 'late')).table.who(0) }),
	},
	{
		name: 'friends',
		start: nowhere,
		act: async (page) => {
			await press(page, 'web.landing.friends');
			await shown(page);
		},
	},
	{ name: 'code', start: async () => ({ path: '/c' }) },
	{
		name: 'code-wrong',
		start: async () => ({ path: '/c/bbbb' }),
		act: async (page) => {
			await press(page, 'web.landing.join.go');
			await expect(page.getByText(said('problem.no-such-code'))).toBeVisible();
		},
	},
	{
		name: 'code-waits',
		start: async (server) => {
			const table = await server.table({ gathering: true });
			const { code } = await table.who(0).call<{ code: string }>('POST', `/api/tables/${table.id}/code`);
			return { path: `/c/${code}` };
		},
		act: async (page) => {
			await press(page, 'web.landing.join.go');
			await expect(page.getByText(said('web.code.waits'))).toBeVisible();
		},
	},
	{
		name: 'lobby-code',
		again: true,
		start: async (server) => {
			const table = await server.table({ gathering: true });
			return { path: table.path, as: table.who(0) };
		},
		act: async (page) => {
			await press(page, 'web.code.show');
			await expect(page.getByText(said('web.code.knocks'))).toBeVisible();
		},
	},
	{
		name: 'device',
		start: async () => ({ path: '/device' }),
		// The page lists one saved game, and one that is being cached.
		act: async (page) => {
			await page.getByLabel(said('web.device.seats')).selectOption('alone');
			await press(page, 'web.device.start');
			await page.waitForURL(/\/t\/device-/);
			await ready(page);
			await page.goto('/device');
			await expect(page.getByRole('list', { name: said('web.device.games') })).toBeVisible();
		},
	},
	{ name: 'new', start: async (server) => ({ path: '/new', as: await server.person('Ada') }) },
	{
		name: 'new-teams',
		start: async (server) => ({ path: '/new', as: await server.person('Ada') }),
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
		start: async (server) => {
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
		start: async (server) => {
			const table = await server.table({ gathering: true, settings: { players: '3' } });
			return { path: table.path, as: table.who(0) };
		},
	},
	{
		name: 'lobby-guest',
		again: true,
		start: async (server) => {
			const table = await server.table({ gathering: true, settings: { players: '3' } });
			const guest = await server.person('Léon');
			await guest.call('POST', '/api/links', { secret: table.secret });
			await guest.call('POST', `/api/tables/${table.id}/sit`, {});
			return { path: table.path, as: guest };
		},
	},
	{
		name: 'lobby-bots',
		start: async (server) => {
			const table = await server.table({ gathering: true, settings: { players: '4' } });
			const body = { level: 'novice' };
			for (const seat of [1, 2])
				await table.who(0).call('PUT', `/api/tables/${table.id}/seats/${seat}/bot`, body);
			return { path: table.path, as: table.who(0) };
		},
	},
	{
		name: 'link',
		start: async (server) => ({ path: `/j/${(await server.table({ gathering: true })).secret}` }),
	},
	{
		name: 'link-void',
		start: async () => ({ path: '/j/nothing-that-was-ever-made' }),
		act: (page) => expect(page.getByText(said('web.link.void.title'))).toBeVisible(),
	},
	{
		name: 'mine',
		start: async (server) => ({ path: '/mine', as: (await position(server, 'late')).table.who(0) }),
	},
	{
		name: 'mine-empty',
		again: true,
		start: async (server) => ({ path: '/mine', as: await server.person('Ada') }),
	},
	{
		name: 'hall',
		start: async (server) => {
			await server.table({ public: true, gathering: true, title: 'Thursday, beginners welcome' });
			await server.table({ public: true, title: '' });
			return { path: '/hall', as: await server.person('Wim') };
		},
	},
	{ name: 'rules', start: async () => ({ path: '/rules/world' }) },
	{
		name: 'rules-search',
		start: async () => ({ path: '/rules/world' }),
		act: (page) => page.getByRole('searchbox').or(page.getByRole('textbox')).first().fill('outbreak'),
	},
	{
		name: 'settings',
		// A person with quiet hours also sees the kinds of notices.
		start: async (server) => {
			const ada = await server.person('Ada');
			await ada.call('PUT', '/api/me/notices/quiet', { from: '22:00', to: '08:00', zone: 'UTC' });
			return { path: '/settings', as: ada };
		},
	},
	{ name: 'decisions', start: async (server) => ({ path: '/decisions', as: await server.person('Ada') }) },
	{ name: 'settings-nobody', again: true, start: async () => ({ path: '/settings' }) },
	{
		name: 'lost',
		start: nowhere,
		act: async (page) => {
			await page.evaluate(() => {
				history.pushState(null, '', '/nothing/like/this');
				window.dispatchEvent(new PopStateEvent('popstate'));
			});
			await expect(page).toHaveTitle(new RegExp(said('web.title.lost')));
		},
	},
	{ name: 'missing', start: async (server) => ({ path: '/t/nosuchtable', as: await server.person('Ada') }) },
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

/**
 * The questions highlighted on the board that are checked for screen readers. All others show the same map.
 */
const onBoard: Position[] = ['choose-city', 'move-pawn'];

/** The scenes of the table without a question. */
const table: Scene[] = [
	{ name: 'table', start: at('late'), act: ready },
	{ name: 'table-start', again: true, start: at('start'), act: ready },
	{ name: 'table-waiting', again: true, start: beside('late'), act: ready },
	{
		name: 'table-spectator',
		start: async (server) => {
			const { path } = await server.table({ public: true });
			return { path, as: await server.person('Wim') };
		},
		act: ready,
	},
];

/** Makes a table with two bots; one plays for a person who is present. */
const withBots = async (server: Server) => {
	const ada = await server.person('Ada');
	const bots = [{ level: 'novice' }, { level: 'novice' }, { level: 'novice' }];
	const body = { game: 'world', settings: { players: '4' }, sit: 'one', bots, botPace: 'slow', start: true };
	const { id } = await ada.call<Table>('POST', '/api/tables', body);
	await ada.call('PUT', `/api/tables/${id}/seats/0/standin`, { level: 'novice' });
	return { path: `/t/${id}`, as: ada };
};

/** The scenes with bots. */
const bots: Scene[] = [
	{
		name: 'bots-standin',
		start: withBots,
		act: async (page) => {
			await ready(page);
			await expect(page.getByText(like('web.bots.mine'))).toBeVisible();
		},
	},
	{ name: 'bots-seats', sameMap: true, start: withBots, act: (page) => menu(page, 'web.people.title') },
	{
		name: 'stand',
		sameMap: true,
		start: at('late'),
		act: (page) => menu(page, 'web.menu.stand'),
	},
];

/** The scenes of the table's questions. */
const asking: Scene[] = [
	...questions.map(
		(name): Scene => ({
			name: `question-${name}`,
			start: at(name),
			act: ready,
			sameMap: !onBoard.includes(name),
		}),
	),
	{ name: 'waiting-discard', again: true, start: beside('discard'), act: ready, sameMap: true },
	{
		name: 'proposal',
		start: async (server) => {
			const table = await server.table({ settings: { players: '2' } });
			await table.command(0, 'propose', { what: 'end' });
			return { path: table.path, as: table.who(1) };
		},
		act: async (page) => {
			await ready(page);
			await expect(page.getByText(like('web.proposal.end')).first()).toBeVisible();
		},
	},
];

/** The scenes of panels that open before a move. */
const acting: Scene[] = [
	{
		name: 'city',
		start: at('late'),
		act: async (page) => {
			await ready(page);
			await (await reached(page)).click();
			await shown(page);
		},
	},
	{
		name: 'action-picked',
		start: at('late'),
		act: async (page) => {
			await ready(page);
			await action(page, 'drive').click();
		},
	},
	{
		name: 'action-list',
		sameMap: true,
		start: at('late'),
		act: async (page, size) => {
			await ready(page);
			if (size === 'phone') {
				await action(page, 'drive').click();
				return page.getByRole('button', { name: said('web.act.list'), exact: true }).click();
			}
			await listening(page);
			await page.keyboard.press('d');
			await shown(page);
		},
	},
	{
		name: 'action-why-not',
		sameMap: true,
		at: ['desktop', 'tablet'],
		start: at('late'),
		act: async (page) => {
			await ready(page);
			// The button is marked as disabled, but a press still explains why.
			await action(page, 'cure').click({ force: true });
			await expect(page.getByRole('button', { name: said('web.act.close') })).toBeVisible();
		},
	},
	{
		name: 'action-sure',
		start: async (server) => {
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
		start: at('late'),
		act: async (page) => {
			await ready(page);
			await page.locator('button[data-verb="draw"]').click();
		},
	},
	{
		name: 'hand-card',
		sameMap: true,
		start: at('late'),
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
		start: at('late'),
		act: async (page) => {
			await ready(page);
			await page.getByRole('button', { name: said('web.hand.title') }).click();
			await shown(page);
		},
	},
	{
		name: 'standing',
		sameMap: true,
		start: at('window'),
		act: async (page) => {
			await ready(page);
			await press(page, 'web.standing.none');
			await shown(page);
		},
	},
	{
		name: 'offline',
		sameMap: true,
		start: at('late'),
		act: async (page) => {
			await ready(page);
			await page.context().setOffline(true);
			await (await reached(page)).click();
			await dialog(page).locator('button[data-verb]').first().click();
			await expect(page.getByText(said('web.act.still-sending')).first()).toBeVisible();
		},
	},
];

/** The scenes of the tabs next to the table. */
const tabs: Scene[] = [
	{ name: 'log', at: ['tablet', 'phone'], start: at('late'), act: tab('web.table.log') },
	{ name: 'chat', start: at('late'), act: tab('web.table.chat') },
	{ name: 'risk', start: at('late'), act: tab('web.table.risk') },
	{ name: 'discards', start: at('late'), act: tab('web.table.discards') },
	{ name: 'team', at: ['phone'], start: at('late'), act: tab('web.table.team') },
	{
		name: 'team-hand',
		at: ['desktop'],
		start: at('late'),
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
		start: at('late'),
		act: async (page) => {
			await ready(page);
			await press(page, 'web.menu');
			await shown(page);
		},
	},
	{ name: 'keys', at: ['desktop'], start: at('late'), act: (page) => menu(page, 'web.menu.keys') },
	{ name: 'places', start: at('late'), act: (page) => menu(page, 'web.table.places') },
	{ name: 'give-up', start: at('late'), act: (page) => menu(page, 'web.menu.giveup') },
	{ name: 'report', start: at('late'), act: (page) => menu(page, 'web.menu.report') },
	{ name: 'hooks', sameMap: true, start: at('late'), act: (page) => menu(page, 'web.menu.hooks') },
	{
		name: 'person',
		sameMap: true,
		start: at('late'),
		act: async (page) => {
			await menu(page, 'web.people.title');
			await page
				.getByRole('button', { name: like('web.about') })
				.filter({ hasText: said('web.people.more') })
				.first()
				.click();
			await expect(dialog(page).getByText(said('web.people.for-me'))).toBeVisible();
		},
	},
	{
		name: 'paused',
		sameMap: true,
		start: async (server) => {
			const table = await server.table({ settings: { players: '2' }, seconds: 300 });
			await table.command(0, 'propose', { what: 'pause' });
			await table.command(1, 'answer', { agree: true });
			return { path: table.path, as: table.who(1) };
		},
		act: async (page) => {
			await ready(page);
			await expect(page.getByText(like('web.paused.by'))).toBeVisible();
		},
	},
	{
		name: 'legend',
		start: at('late'),
		act: async (page, size) => {
			await ready(page);
			if (size === 'phone') await press(page, 'web.board.tools');
			await press(page, 'web.board.legend');
		},
	},
	{
		name: 'rule',
		at: ['desktop', 'phone'],
		start: at('discard'),
		act: async (page) => {
			await ready(page);
			await press(page, 'web.question.rule');
			await shown(page);
		},
	},
];

/** The scenes after a game. */
const after: Scene[] = [
	{ name: 'over', start: at('over'), act: (page) => page.waitForTimeout(1500) },
	{
		name: 'replay',
		again: true,
		start: async (server) => {
			const { table } = await position(server, 'over');
			return { path: `/replay/${table.id}`, as: table.who(0) };
		},
		act: (page) => page.waitForTimeout(1500),
	},
	{
		name: 'replay-move',
		start: async (server) => {
			const { table } = await position(server, 'over');
			return { path: `/replay/${table.id}/20?as=1`, as: table.who(0) };
		},
		act: (page) => page.waitForTimeout(1500),
	},
];

/** All scenes, in groups of about equal duration. */
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
