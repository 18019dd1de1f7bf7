// Tests that a friend opens a link on a phone, sits down and plays a move with taps.

import { devices } from '@playwright/test';
import { action, pawnIn, ready, spot } from './seen.ts';
import { askedBy, movesOf, worldOf } from './table.ts';
import { brisk, expect, test } from './test.ts';
import { like, said } from './words.ts';

const { defaultBrowserType: _, ...device } = devices['iPhone 13'];
const tall = 844;
const phone = { ...device, viewport: { width: 390, height: tall } };

test('a link joined on a phone', async ({ server, open }) => {
	const table = await server.table({ gathering: true, settings: { players: '2' } });
	const page = await open({ path: `/j/${table.secret}`, settings: brisk, browser: phone });
	await page.getByLabel(said('web.link.name')).fill('Noor');
	await page.getByRole('button', { name: said('web.link.sit') }).tap();
	await expect(page.getByRole('main').getByText('Noor').first()).toBeVisible();
	await expect(async () => {
		await table.who(0).call('POST', `/api/tables/${table.id}/start`);
	}).toPass();
	await ready(page);

	// If the other player has the first turn, that player ends it immediately, and the phone's player passes
	// events.
	const pass = page.locator('button[data-verb="pass"]');
	await expect(async () => {
		if (await pass.isVisible()) await pass.tap();
		const update = await table.view(0);
		const list = movesOf(update, 0);
		const move = ['draw', 'pass'].find((m) => list.includes(m));
		if (move && askedBy(update).includes(0)) await table.play(0, update.question.id, move);
		await expect(page.getByText(said('web.status.your-turn'), { exact: true })).toBeVisible({ timeout: 300 });
	}).toPass();
	// The map takes most of the screen; impossible actions are in a sheet, with the reasons.
	const map = await page.locator('[data-map]').boundingBox();
	expect(map?.height).toBeGreaterThan(tall / 2);
	await expect(action(page, 'cure')).toHaveCount(0);
	const actions = page.getByRole('region', { name: said('web.act.title') });
	await actions.getByRole('button', { name: like('web.act.others') }).tap();
	const sheet = page.getByRole('dialog', { name: said('web.act.others.title') });
	await expect(sheet.locator('[data-verb="cure"]')).toContainText(/./);
	await sheet.getByRole('button', { name: said('web.act.close') }).tap();
	await action(page, 'drive').tap();
	await spot(page, 'chicago').tap();
	await pawnIn(page, 'chicago', 'Noor');
	expect(worldOf(await table.view(0))['seats-at-table']?.[1]?.pawn).toBe('chicago');
});
