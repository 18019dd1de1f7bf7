// Tests a whole game that is played only through the interface.

import type { Page } from '@playwright/test';
import { nightly } from './browser.ts';
import { Player } from './player.ts';
import { names } from './server.ts';
import { brisk, expect, type Open, test } from './test.ts';
import { said } from './words.ts';

/** Makes a table for four players from the landing page, and returns the link that the lobby shows. */
async function host(open: Open): Promise<{ page: Page; link: string }> {
	const page = await open({ settings: brisk });
	await page.getByRole('button', { name: said('web.landing.friends') }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByRole('radio', { name: /4/ }).check({ force: true });
	await dialog.getByRole('button', { name: /./ }).last().click();
	await expect(page.getByRole('heading', { name: said('web.lobby.seats') })).toBeVisible();
	const link = await page.getByRole('textbox', { name: said('web.lobby.invite.link') }).inputValue();
	return { page, link };
}

/** Opens a link as a newcomer, who takes a seat. */
async function join(open: Open, link: string, name: string): Promise<Page> {
	const page = await open({ path: new URL(link).pathname, settings: brisk });
	await page.getByLabel(said('web.link.name')).fill(name);
	await page.getByRole('button', { name: said('web.link.sit') }).click();
	await expect(page.getByRole('heading', { name: said('web.lobby.seats') })).toBeVisible();
	return page;
}

test('four browsers play a whole game to its end', nightly, async ({ open }) => {
	test.setTimeout(480_000);
	const { page: first, link } = await host(open);
	const pages = [first];
	for (const name of names.slice(1, 4)) pages.push(await join(open, link, name));
	await first.getByRole('button', { name: said('web.lobby.start') }).click();

	const players = pages.map((page, i) => new Player(page, names[i] ?? ''));
	for (const { page } of players) await expect(page.locator('[data-map]')).toBeVisible();

	const causes = new RegExp(
		['win', 'outbreaks', 'cubes', 'cards'].map((end) => said(`end.${end}`)).join('|'),
	);
	const ended = () => first.getByText(causes).first().isVisible();
	let idle = 0;
	while (!(await ended())) {
		let acted = false;
		for (const player of players) acted = (await player.act()) || acted;
		for (const player of players) await player.settled();
		idle = acted ? 0 : idle + 1;
		expect(idle, 'rounds in which the page let nobody do anything').toBeLessThan(100);
	}

	const cause = await first.getByText(causes).first().textContent();
	for (const { page } of players) await expect(page.getByText(cause ?? causes).first()).toBeVisible();
	const pressed = players.flatMap((p) => Object.keys(p.pressed));
	expect(pressed).toEqual(expect.arrayContaining(['end', 'drive on the map']));
	test.info().annotations.push({ type: 'end', description: cause ?? '' });
});
