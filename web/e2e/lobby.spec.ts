// Tests the lobby as a room: people see each other sit down and be ready, everybody seated invites, and spectators
// talk among themselves once the game runs.

import type { Page } from '@playwright/test';
import type { Table } from '../src/gen/api.ts';
import { violations } from './axe.ts';
import { brisk, expect, type Open, test } from './test.ts';
import { said } from './words.ts';

const button = (page: Page, key: Parameters<typeof said>[0]) =>
	page.getByRole('button', { name: said(key), exact: true });

/** Opens a table's page and its chat, which is a tab during the game. */
async function talks(page: Page): Promise<void> {
	const name = said('web.chat.title');
	await page.getByRole('tab', { name }).or(page.getByRole('button', { name })).last().click();
	await expect(page.getByRole('log')).toBeVisible();
}

async function say(page: Page, label: Parameters<typeof said>[0], text: string): Promise<void> {
	await page.getByRole('textbox', { name: said(label) }).fill(text);
	await page.getByRole('textbox', { name: said(label) }).press('Enter');
	await expect(page.getByRole('log').getByText(text)).toBeVisible();
}

test('people gather around a table: they sit, invite, and are ready', async ({ open, server }) => {
	const table = await server.table({ gathering: true, settings: { players: '3' } });
	const [lea, noor] = [await server.person('Léa'), await server.person('Noor')];
	await lea.call('POST', '/api/links', { secret: table.secret });
	const host = await open({ path: table.path, as: table.who(0), settings: brisk });
	await expect(host.locator('[data-seat]')).toHaveCount(3);
	const second = await open({ path: table.path, as: lea, settings: brisk });
	await button(second, 'web.lobby.sit-down').click();
	for (const page of [host, second])
		await expect(page.locator('.table .seat.person .name').filter({ hasText: 'Léa' })).toBeVisible();

	// A player without the host's rights makes an invitation, by keyboard, and it lets a third person in.
	await button(second, 'web.lobby.invite.make').focus();
	await second.keyboard.press('Enter');
	const link = second.getByRole('textbox', { name: said('web.lobby.invite.link') });
	await expect(link).toHaveValue(/\/j\//);
	const secret = (await link.inputValue()).split('/').at(-1);
	await noor.call('POST', '/api/links', { secret });
	const third = await open({ path: table.path, as: noor, settings: brisk });
	await button(third, 'web.lobby.sit-down').click();
	await expect(host.getByText(said('web.lobby.not-ready', { who: 'Léa and Noor' }))).toBeVisible();

	await button(second, 'web.lobby.ready.say').click();
	await expect(button(second, 'web.lobby.ready.say')).toHaveAttribute('aria-pressed', 'true');
	await expect(host.locator('[data-seat="1"]')).toContainText(said('web.lobby.is-ready'));
	await expect(host.getByText(said('web.lobby.not-ready', { who: 'Noor' }))).toBeVisible();
	await button(third, 'web.lobby.ready.say').click();
	await expect(host.locator('.table .ready')).toHaveCount(2);

	// The options are one line until a player opens them. New ones end that people are ready.
	const options = button(second, 'web.lobby.options.show');
	await expect(options).toHaveAttribute('aria-expanded', 'false');
	await options.click();
	await expect(second.getByText(said('web.lobby.watch'), { exact: true })).toBeVisible();
	const settings = { players: '3', epidemics: '6' };
	await table.who(0).call('POST', `/api/tables/${table.id}/setup`, { settings });
	await expect(button(second, 'web.lobby.ready.say')).toHaveAttribute('aria-pressed', 'false');
	expect(await violations(second)).toEqual([]);

	// The host keeps inviting to themselves.
	await host.getByRole('switch', { name: said('web.lobby.invites') }).click();
	await expect(second.getByText(said('web.lobby.invite.guest', { name: 'Ada' }))).toBeVisible();
	await expect(link).toHaveCount(0);
});

test('the tab tells who sits down while it is in the background', async ({ open, server }) => {
	const table = await server.table({ gathering: true, public: true, settings: { players: '3' } });
	const page = await open({ path: table.path, as: table.who(0), settings: brisk });
	await expect(page.locator('[data-seat]')).toHaveCount(3);
	await page.evaluate(() => {
		Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
	});
	const ben = await server.person('Ben');
	await ben.call('POST', `/api/tables/${table.id}/sit`, {});
	await expect(page).toHaveTitle(new RegExp(said('web.notice.sat', { name: 'Ben' })));
	await page.evaluate(() => {
		Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'visible' });
		document.dispatchEvent(new Event('visibilitychange'));
	});
	await expect(page).not.toHaveTitle(new RegExp(said('web.notice.sat', { name: 'Ben' })));
});

/** Opens a running public table for a player and two spectators. */
async function watched(open: Open, server: Parameters<Parameters<typeof test>[2]>[0]['server']) {
	const table = await server.table({ public: true, settings: { players: '2' } });
	const visit = async (as: Awaited<ReturnType<typeof server.person>>) => {
		const page = await open({ path: table.path, as, settings: brisk });
		await talks(page);
		return page;
	};
	const [eve, fay] = [await server.person('Eve'), await server.person('Fay')];
	return { table, player: await visit(table.who(0)), eve: await visit(eve), fay: await visit(fay) };
}

test('spectators talk among themselves, and no player reads it', async ({ open, server }) => {
	const { table, player, eve, fay } = await watched(open, server);
	await expect(eve.getByText(said('web.chat.readers.watchers'))).toBeVisible();
	await say(eve, 'web.chat.say.watchers', 'they forget Lima');
	await expect(fay.getByRole('log').getByText('they forget Lima')).toBeVisible();
	await expect(fay.getByRole('log')).toContainText(said('web.chat.among-watchers'));
	await say(player, 'web.chat.say', 'Paris first?');
	for (const page of [eve, fay]) await expect(page.getByRole('log').getByText('Paris first?')).toBeVisible();
	await expect(player.getByRole('log')).not.toContainText('Lima');
	expect(await violations(eve)).toEqual([]);

	// The host closes it: the spectators' field goes, with a reason.
	const { you } = await table.who(0).call<Table>('GET', `/api/tables/${table.id}`);
	expect(you.host).toBe(true);
	await table.who(0).call('PUT', `/api/tables/${table.id}/watchers-talk`, { open: false });
	await expect(eve.getByText(said('web.chat.closed'))).toBeVisible();
	await expect(eve.getByRole('textbox', { name: said('web.chat.say.watchers') })).toHaveCount(0);
	await expect(player.getByRole('textbox', { name: said('web.chat.say') })).toBeVisible();
});
