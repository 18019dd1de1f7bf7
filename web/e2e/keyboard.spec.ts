// Tests a whole turn without a mouse, with the focus always visible, and the announcements for screen
// readers.

import type { Page } from '@playwright/test';
import { city, driver, heard, listening, ready } from './seen.ts';
import { activeOf, askedBy, worldOf } from './table.ts';
import { brisk, expect, test } from './test.ts';
import { cityName, said } from './words.ts';

/** Checks that the focus is visible, by an outline, a ring or a circle. */
async function focusShows(page: Page): Promise<void> {
	const shows = () =>
		page.evaluate(() => {
			const at = document.activeElement;
			if (!at || at === document.body || !at.matches(':focus-visible')) return 'no focus';
			const parts = [at, ...at.querySelectorAll('.focus')];
			const ring = parts.some((part) => {
				const look = getComputedStyle(part);
				const outline = look.outlineStyle !== 'none' && Number.parseFloat(look.outlineWidth) >= 2;
				const stroke =
					part !== at && look.visibility !== 'hidden' && Number(look.opacity) > 0.5 && look.stroke !== 'none';
				return outline || look.boxShadow !== 'none' || stroke;
			});
			return ring ? '' : `${at.tagName} ${at.className}`;
		});
	await expect.poll(shows, { timeout: 3000 }).toBe('');
}

/** Presses Tab until an element that matches the selector has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
	for (let n = 0; n < 80; n++) {
		await page.keyboard.press('Tab');
		if (await page.evaluate((s) => document.activeElement?.matches(s) ?? false, selector)) return;
	}
	throw new Error(`Tab never came to ${selector}`);
}

test('a whole turn by keyboard alone', async ({ server, open }) => {
	const table = await server.table({ settings: { players: '2' } });
	const { seat, cities } = await driver(table);
	const name = table.who(seat).name;
	const page = await open({ path: table.path, as: table.who(seat), settings: brisk });
	await ready(page);
	const urgent = page.locator('[aria-live="assertive"]');
	const yours = said('web.say.turn').replace(/\{n, plural.*\}\}/, '4 actions');
	await expect.poll(async () => (await urgent.allTextContents()).join('').trim()).toContain(yours);

	// By shortcut: a letter opens the list of cities to drive to, arrow keys select a city, Enter plays the
	// move.
	await listening(page);
	await page.keyboard.press('d');
	const list = page.getByRole('dialog').getByRole('list');
	await expect(list).toBeVisible();
	await focusShows(page);
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('ArrowUp');
	await focusShows(page);
	const first = await page.evaluate(() => document.activeElement?.getAttribute('data-city') ?? '');
	expect(cities).toContain(first);
	await page.keyboard.press('Enter');
	await heard(page, cityName(first));
	await expect(city(page, first)).toHaveAccessibleName(new RegExp(name));

	// On the map: one letter focuses it, letters find a city by its name, Enter opens the panel and plays the
	// route.
	await page.keyboard.press('m');
	await focusShows(page);
	await page.keyboard.type('atl');
	await expect(city(page, 'atlanta')).toBeFocused();
	await focusShows(page);
	await page.keyboard.press('Enter');
	await expect(page.getByRole('dialog', { name: cityName('atlanta') })).toBeVisible();
	await expect(page.locator('button[data-verb="drive"][data-city="atlanta"]')).toBeFocused();
	await focusShows(page);
	await page.keyboard.press('Enter');
	await heard(page, cityName('atlanta'));
	// The panel has closed after the move. Letters still search for a city instead of being the table's
	// shortcuts.
	await expect(city(page, 'atlanta')).toBeFocused();
	await page.keyboard.type('wash');
	await expect(city(page, 'washington')).toBeFocused();

	// By Tab: the action bar can be reached as on any page.
	await tabTo(page, 'button[data-verb="drive"]');
	await focusShows(page);
	await page.keyboard.press('Enter');
	await page.keyboard.press('1');
	await expect.poll(async () => worldOf(await table.view(seat)).actions).toBe(1);

	// The player ends the turn and confirms it, then answers every question until it is the other player's
	// turn.
	await page.keyboard.press('e');
	await expect(page.getByText(said('web.end.anyway'))).toBeVisible();
	await page.keyboard.press('e');
	const turn = async () => activeOf(await table.view(seat));
	for (let n = 0; n < 200 && (await turn()) === seat; n++) {
		await page.waitForTimeout(50); // the page is given time to send what was pressed
		const update = await table.view(seat);
		if (!askedBy(update).includes(seat)) {
			const other = await table.view(1 - seat);
			if (askedBy(other).includes(1 - seat)) await table.play(1 - seat, other.question.id, 'pass');
			continue;
		}
		if (update.question.step !== 'window') continue;
		await tabTo(page, 'button[data-verb="pass"]');
		await focusShows(page);
		await page.keyboard.press('Enter');
		await expect.poll(async () => (await table.view(seat)).made).toBeGreaterThan(update.made);
	}
	expect(await turn()).not.toBe(seat);
	await heard(page, /\S/);
});
