// What somebody new is told the first time that something comes: once, and nothing of it where they have played before.

import { sizes } from './browser.ts';
import { position, seek, wanted } from './positions.ts';
import { ready } from './seen.ts';
import { brisk, expect, test, veteran } from './test.ts';
import { said } from './words.ts';

const settings = { ...brisk, learned: [] };
const phone = { viewport: sizes.phone, hasTouch: true, isMobile: true };

test('a card says what has come for the first time, with its rule, and does not come again', async ({
	open,
	server,
}) => {
	const { table, seat } = await position(server, 'discard');
	const as = table.who(seat);
	const page = await open({ path: table.path, as, settings, browser: { viewport: sizes.desktop } });
	const card = page.locator('[data-hint="first-limit"]');
	await expect(card).toContainText(said('web.first.limit').split('\n')[0] ?? '');
	const rule = card.getByRole('link', { name: said('web.hint.rule') });
	await expect(rule).toHaveAttribute('href', '/rules/world#hand/limit');
	await rule.click();
	await expect(page.getByRole('dialog')).toContainText('Seven cards');
	await page.keyboard.press('Escape');
	await card.getByRole('button', { name: said('web.hint.read') }).click();
	await expect(card).toHaveCount(0);
	await page.reload();
	await ready(page);
	await expect(page.locator('[data-hint^="first-"]')).toHaveCount(0);
	await page.close();

	// Who has finished a game before, as this browser knows, is told nothing.
	const old = await open({ path: table.path, as, settings: { ...brisk, learned: veteran } });
	await ready(old);
	await expect(old.locator('[data-hint^="first-"]')).toHaveCount(0);
});

test('on a phone a card goes with what it speaks of', async ({ open, server }) => {
	const { table, seat } = await seek(server, wanted.window);
	const page = await open({ path: table.path, as: table.who(seat), settings, browser: phone });
	const card = page.locator('[data-hint="first-window"]');
	await expect(card).toBeInViewport({ ratio: 1 });
	const pass = page.locator('button[data-verb="pass"]:enabled').first();
	await expect(pass).toBeInViewport({ ratio: 1 });
	// One window may follow another: they are one occasion.
	await expect(async () => {
		if (await pass.isVisible()) await pass.tap({ timeout: 500 });
		await expect(card).toHaveCount(0, { timeout: 500 });
	}).toPass();
	const learned = () =>
		page.evaluate(() => JSON.parse(localStorage.getItem('theriac.settings') ?? '{}').learned);
	await expect.poll(learned).toContain('first-window');
});
