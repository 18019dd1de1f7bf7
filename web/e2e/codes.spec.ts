// Tests short codes: one person says one, and another types it on a phone, in another language.

import { devices } from '@playwright/test';
import type { Table } from '../src/gen/api.ts';
import { violations } from './axe.ts';
import { overflowing } from './overflowing.ts';
import { brisk, expect, test } from './test.ts';
import { said } from './words.ts';

const { defaultBrowserType: _, ...device } = devices['iPhone 13'];
const phone = { ...device, viewport: { width: 390, height: 844 } };

const fr = (key: Parameters<typeof said>[0], values = {}) => said(key, values, 'fr');
const letters = /^[2-9BCDFGHJKMNPRTWX](, [2-9BCDFGHJKMNPRTWX]){3,5}$/;

test('a code said in English, typed in French, leads to a private table once the host has agreed', async ({
	open,
	server,
}) => {
	const table = await server.table({ gathering: true, settings: { players: '3' } });
	const ada = await open({ path: table.path, as: table.who(0), settings: brisk });
	const asked: string[] = [];
	ada.on('request', (request) => request.url().endsWith('/code') && asked.push(request.url()));
	const show = ada.getByRole('button', { name: said('web.code.show') });
	await expect(show).toBeVisible();
	expect(asked).toEqual([]); // the server makes a code only for those who want to say it
	await show.click();
	const spoken = ada.getByText(letters);
	await expect(spoken).toHaveCount(1);
	await expect(ada.getByText(said('web.code.knocks'))).toBeVisible();
	expect(await violations(ada)).toEqual([]);
	const code = ((await spoken.textContent()) ?? '').split(', ').join('');

	const page = await open({ settings: { ...brisk, lang: 'fr' }, browser: { ...phone, locale: 'fr' } });
	await page.getByRole('link', { name: fr('web.landing.join') }).tap();
	await expect(page).toHaveURL(/\/c$/);
	// As people type: small letters, in two parts.
	await page.getByLabel(fr('web.code.label')).fill(` ${code.slice(0, 2).toLowerCase()} - ${code.slice(2)}`);
	await page.getByLabel(fr('web.link.name')).fill('Zoé');
	expect(await violations(page)).toEqual([]);
	await page.getByRole('button', { name: fr('web.landing.join.go'), exact: true }).tap();
	await expect(page.getByText(fr('web.code.waits'))).toBeVisible();
	await expect(page.getByRole('status').filter({ hasText: fr('web.code.waits') })).toBeFocused();
	expect(await violations(page)).toEqual([]);
	expect(await page.evaluate(overflowing)).toEqual([]);

	await expect(ada.getByText(said('web.knock', { name: 'Zoé' }))).toBeVisible();
	await expect(ada.getByText(said('web.knock.code'))).toBeVisible();
	await ada
		.getByRole('button', { name: said('web.about', { what: said('web.knock.yes'), of: 'Zoé' }) })
		.click();
	await expect(page).toHaveURL(new RegExp(`${table.path}$`));
	await expect
		.poll(async () => {
			const { seats } = await table.who(0).call<Table>('GET', `/api/tables/${table.id}`);
			return seats?.some(({ holder }) => holder?.name === 'Zoé');
		})
		.toBe(true);
	await expect(page.locator('[data-seat]').filter({ hasText: fr('web.you') })).toHaveCount(1);
});

test('a wrong code, too many of them and a no are told in words', async ({ open, server }) => {
	const table = await server.table({ gathering: true, settings: { players: '3' } });
	const { code } = await table.who(0).call<{ code: string }>('POST', `/api/tables/${table.id}/code`);
	const page = await open({
		path: '/c/bbbb',
		settings: { ...brisk, lang: 'fr' },
		browser: { ...phone, locale: 'fr' },
	});
	const field = page.getByLabel(fr('web.code.label'));
	const go = page.getByRole('button', { name: fr('web.landing.join.go'), exact: true });
	await expect(field).toHaveValue('bbbb');
	await go.tap();
	await expect(page.getByText(fr('problem.no-such-code'))).toBeVisible();
	await expect(field).toBeFocused();
	expect(await violations(page)).toEqual([]);
	await field.fill('???');
	await go.tap();
	await expect(page.getByText(fr('web.code.wrong'))).toBeVisible();

	// The server allows so many tries that a test would share its limit with others: the answer is made here.
	await page.route('**/api/codes', (route) =>
		route.fulfill({
			status: 429,
			headers: { 'Retry-After': '6', 'Content-Type': 'application/problem+json' },
			body: JSON.stringify({ id: 'slow-down', status: 429 }),
		}),
	);
	await field.fill('bbbb');
	await go.tap();
	await expect(page.getByText(fr('web.code.many', { n: 6 }))).toBeVisible();
	expect(await violations(page)).toEqual([]);
	await page.unroute('**/api/codes');

	await field.fill(code);
	await go.tap();
	await expect(page.getByText(fr('web.code.waits'))).toBeVisible();
	const record = () => table.who(0).call<Table>('GET', `/api/tables/${table.id}`);
	const [knocker] = (await record()).knocks ?? [];
	await table.who(0).call('POST', `/api/tables/${table.id}/admit`, { person: knocker?.id, yes: false });
	await expect(page.getByText(fr('problem.removed-here'))).toBeVisible();
	await expect(field).toHaveValue(code);
});
