// Tests what the pharmacy game asks and shows, visually and for screen readers. It covers every question,
// the ends of a round and of the game, and the tabs next to the table.

import type { Page } from '@playwright/test';
import { every, lookedAt, type Size } from './browser.ts';
import { drive } from './drive.ts';
import { type Asking, asked, ended, four, hasty, wantedOf } from './pharmacy-positions.ts';
import { answers, hand, looked, picture, ready, showsScore, signed, tray } from './pharmacy-seen.ts';
import { position, seek } from './positions.ts';
import { names, type Server } from './server.ts';
import { sound } from './sound.ts';
import { askedBy, movesOf, pharmacyOf, type TableAt } from './table.ts';
import { expect, test } from './test.ts';
import { lookAtEach, visit, wear } from './visit.ts';
import { said } from './words.ts';

/** Opens a table for the person in a seat. */
const goTo = (page: Page, server: Server, table: TableAt, seat: number, size: Size) =>
	visit(page, server, { name: '', start: async () => ({ path: table.path, as: table.who(seat) }) }, size);

/** Checks a question, and gives the first of its answers. */
async function ask(page: Page, server: Server, name: Asking, size: Size): Promise<void> {
	const { table, seat } = await seek(server, wantedOf(name));
	await goTo(page, server, table, seat, size);
	await expect(answers(page).first()).toBeVisible({ timeout: 30_000 });
	await expect(tray(page).getByRole('heading', { level: 2 })).toBeVisible();
	await picture(page, `${name} ${size}`);
	const before = await table.view(seat);
	if (askedBy(before).length > 1)
		await expect(tray(page)).toContainText(table.who(askedBy(before)[1] ?? 0).name);
	await sound(page, looked(name), size);
	await picture(page, `${name} ${size} fr dark`);
	const move = (await answers(page).first().getAttribute('data-answer')) ?? '';
	expect(movesOf(before, seat)).toContain(move);
	await (size === 'phone' ? answers(page).first().tap() : answers(page).first().click());
	await expect.poll(async () => (await table.view(seat)).made).toBe(before.made + 1);
	expect(await table.lastMove(seat)).toBe(move);
}

/** Ends a round while a page watches. */
async function roundEnds(page: Page, server: Server, size: Size): Promise<void> {
	const table = await server.table(four);
	await goTo(page, server, table, 0, size);
	await ready(page);
	const last = await drive(table, (u) => pharmacyOf(u).round > 1, hasty);
	const name = (['en', 'fr'] as const).map((lang) => said('web.pharmacy.round-end', {}, lang)).join('|');
	const card = page.getByRole('region', { name: new RegExp(name) });
	await expect(card).toBeVisible();
	// The announcement stays while the focus is in it.
	await card.getByRole('button').focus();
	for (const { seats } of last ? (pharmacyOf(last).rounds ?? []) : [])
		for (const [seat, tally] of seats.entries()) {
			await expect(card).toContainText(table.who(seat).name);
			await expect(card).toContainText(signed((tally.points ?? 0) - (tally['minus-points'] ?? 0)));
		}
	await picture(page, `round-end ${size}`);
	await sound(page, looked('end of a round'), size);
	await card.getByRole('button').click();
	await expect(card).toBeHidden();
}

async function gameEnds(page: Page, server: Server, size: Size): Promise<void> {
	const { table } = await position(server, ended);
	await goTo(page, server, table, 0, size);
	await showsScore(page, table, (seat) => names[seat] ?? '');
	await picture(page, `over ${size}`);
	await sound(page, looked('end of the game'), size);
}

/** Taps a risk card, reads its rule, and opens the tabs one after another. */
async function reading(page: Page, server: Server, size: Size): Promise<void> {
	const { table, seat } = await seek(server, wantedOf('turn of the sick'));
	await goTo(page, server, table, seat, size);
	await expect(answers(page).first()).toBeVisible();
	const back = () => wear(page, { lang: 'en', theme: 'light' });
	await hand(page).getByRole('button').first().click();
	await expect(tray(page).locator('[data-answer^="risk "]')).toHaveCount(3);
	await picture(page, `risk-card ${size}`);
	await sound(page, looked('a risk card'), size);
	await back();
	await tray(page)
		.getByRole('button', { name: said('web.pharmacy.act.rule') })
		.last()
		.click();
	const rule = page.getByRole('dialog');
	await expect(rule).toBeVisible();
	await sound(page, looked('the rule of a card'), size, {});
	await back();
	await page.keyboard.press('Escape');
	await expect(rule).toBeHidden();

	if (size === 'tablet') await page.getByRole('button', { name: said('web.pharmacy.papers') }).click();
	for (const key of [
		'web.pharmacy.paper.points',
		'web.table.log',
		'web.table.chat',
		'web.pharmacy.paper.cards',
	]) {
		const name = said(key);
		if (size === 'phone')
			await page
				.getByRole('group', { name: said('web.pharmacy.papers') })
				.getByRole('button', { name })
				.tap();
		else await page.getByRole('tab', { name }).click();
		await expect(page.getByRole(size === 'phone' ? 'dialog' : 'tabpanel', { name })).toBeVisible();
		await picture(page, `${name} ${size}`);
		await sound(page, looked(name), size);
		await back();
		if (size === 'phone') await page.keyboard.press('Escape');
	}
}

type Look = (page: Page, server: Server, size: Size) => Promise<void>;

/** The checks, by name. A check's index decides the window size in which it runs. */
const looks: [string, Look][] = [
	...(Object.keys(asked) as Asking[]).map((name): [string, Look] => [
		name,
		(page, server, size) => ask(page, server, name, size),
	]),
	['the end of a round', roundEnds],
	['the end of the game', gameEnds],
	['what is read', reading],
];

for (const size of every)
	test(`what the pharmacy game asks and shows, ${size}`, async ({ browser, server }) => {
		test.setTimeout(400_000);
		const seen = looks.filter((_, number) => lookedAt(number, every).includes(size));
		await lookAtEach(
			browser,
			server,
			size,
			seen.map(([name, look]) => [name, (page) => look(page, server, size)]),
		);
	});
