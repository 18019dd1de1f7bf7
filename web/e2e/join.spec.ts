// Tests strangers who meet at a running table. A person takes a bot's seat in the middle of the game and plays
// on, and another hands their seat to a bot.

import type { Page } from '@playwright/test';
import type { Update } from '../src/gen/api.ts';
import { authenticator } from './authenticator.ts';
import { violations } from './axe.ts';
import { sizes } from './browser.ts';
import { meet, play, recordOf } from './company.ts';
import { Player } from './player.ts';
import { menu } from './scenes.ts';
import { ready } from './seen.ts';
import { Server } from './server.ts';
import { askedBy, handOf, worldOf } from './table.ts';
import { brisk, test as common, expect } from './test.ts';
import { said } from './words.ts';

/** Each test has a server of its own, so that the hall offers no other test's table. */
const test = common.extend<{ own: Server }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern
	own: async ({}, use) => {
		const server = await Server.open({ host: 'localhost' });
		await use(server);
		await server.close();
	},
});

const roleAt = (update: Update, seat: number) =>
	said(`role.${worldOf(update)['seats-at-table']?.[seat]?.role ?? ''}`);
const take = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /’s seat$/ });

test('a stranger takes a bot’s seat on a phone and plays on, and the host leaves theirs to a bot', async ({
	open,
	own: server,
}) => {
	test.setTimeout(360_000);
	const ada = await server.person('Ada');
	const bea = await server.person('Bea');
	const { table, seat, bots } = await meet(ada);
	const [, free = 1] = bots;
	await play(table, [seat], (u) => (worldOf(u).turn ?? 0) >= 3 && askedBy(u).includes(seat));

	// The hall keeps a seat and sends the person to the table, whose sheet shows it.
	await bea.call('POST', `/api/tables/${table.id}/keep`, { seat: free });
	const page = await open({
		path: `${table.path}?join`,
		as: bea,
		at: server,
		settings: brisk,
		browser: { viewport: sizes.phone, hasTouch: true, isMobile: true },
	});
	const sheet = page.getByRole('dialog');
	await expect(sheet.getByRole('heading', { level: 2 })).toBeFocused();
	await expect(page).not.toHaveURL(/join/);
	const role = roleAt(await table.view(seat), free);
	await expect(take(page)).toHaveText(said('web.join.take', { role: `the ${role}` }));
	await expect(sheet.getByRole('figure').last()).toContainText(said('web.join.now'));
	expect(await violations(page)).toEqual([]);

	const desk = await open({
		path: table.path,
		as: ada,
		at: server,
		settings: brisk,
		browser: { viewport: sizes.desktop },
	});
	await ready(desk);
	await expect(desk.locator(`li[data-seat="${free}"]`)).toContainText(said('web.join.soon', { name: 'Bea' }));

	await take(page).click();
	await expect(sheet).toBeHidden();
	await expect.poll(async () => (await recordOf(table, ada)).seats?.[free]?.holder?.name).toBe('Bea');
	await expect(desk.getByText(said('web.say.took', { name: 'Bea', role }))).toBeAttached();

	// It becomes the newcomer's turn, and they make a move in the browser.
	table.people[free] = bea;
	await play(table, [seat], (u) => askedBy(u).includes(free));
	const made = (await table.view(free)).made;
	const player = new Player(page, 'Bea');
	await expect
		.poll(
			async () => {
				await player.act();
				return (await table.view(free)).made;
			},
			{ timeout: 60_000 },
		)
		.toBeGreaterThan(made);

	await menu(desk, 'web.menu.to-bot');
	expect(await violations(desk)).toEqual([]);
	await desk
		.getByRole('dialog')
		.last()
		.getByRole('button', { name: said('web.to-bot.yes') })
		.click();
	await expect(desk).toHaveURL(/\/(tables|hall)$/);
	const after = await recordOf(table, bea);
	expect(after.seats?.[seat]?.bot).toBeDefined();
	expect(after.seats?.[seat]?.holder).toBeUndefined();
	await play(table, [free], (u) => (worldOf(u).turn ?? 0) > 0 && askedBy(u).includes(free));
});

test('the sheet lets its seat go, and says when another person was faster', async ({ open, own: server }) => {
	test.setTimeout(240_000);
	const ada = await server.person('Ada');
	const bea = await server.person('Bea');
	const kofi = await server.person('Kofi');
	const { table, seat, bots } = await meet(ada);
	const [first = 1] = bots;
	await play(table, [seat], (u) => askedBy(u).includes(seat));
	const page = await open({
		path: table.path,
		as: bea,
		at: server,
		settings: brisk,
		browser: { viewport: sizes.desktop },
	});
	await ready(page);
	const kept = async () => (await recordOf(table, ada)).seats?.find((s) => s.kept)?.seat;

	await page
		.locator(`li[data-seat="${first}"]`)
		.getByRole('button', { name: /’s seat$/ })
		.click();
	await expect(page.getByRole('dialog')).toBeVisible();
	expect(await kept()).toBe(first);
	expect(await violations(page)).toEqual([]);
	await page.keyboard.press('Escape');
	await expect(page.getByRole('dialog')).toBeHidden();
	await expect.poll(kept).toBeUndefined();

	await page.getByRole('button', { name: said('web.join.any') }).click();
	await expect(take(page)).toBeVisible();
	const lost = (await kept()) ?? first;
	await bea.call('DELETE', `/api/tables/${table.id}/keep`);
	await kofi.call('POST', `/api/tables/${table.id}/keep`, { seat: lost });
	await expect
		.poll(() =>
			kofi.call('POST', `/api/tables/${table.id}/dropin`, { seat: lost }).then(
				() => true,
				() => false,
			),
		)
		.toBe(true);
	await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
		said('web.join.lost', { name: 'Kofi' }),
	);
	await take(page).click();
	await expect.poll(kept).not.toBeUndefined();
	expect(await kept()).not.toBe(lost);

	// A visitor whom the server does not know yet is led to the same seat.
	const visitor = await open({
		path: table.path,
		at: server,
		settings: brisk,
		browser: { viewport: sizes.desktop },
	});
	await ready(visitor);
	const free = visitor.getByRole('button', { name: /’s seat$/ }).last();
	const wanted = (await free.getAttribute('aria-label')) ?? '';
	await free.click();
	await expect(visitor.getByRole('dialog').getByRole('button', { name: wanted })).toBeVisible();

	// The host keeps the seats for bots, and the table offers none any more.
	const desk = await open({
		path: table.path,
		as: ada,
		at: server,
		settings: brisk,
		browser: { viewport: sizes.desktop },
	});
	await ready(desk);
	await desk.getByRole('button', { name: said('web.menu') }).click();
	await desk.getByRole('button', { name: said('web.menu.let-in') }).click();
	await expect.poll(async () => (await recordOf(table, ada)).letsIn ?? false).toBe(false);
});

test('at a table with hidden hands those who play are asked, and their silence is a yes', async ({
	open,
	own: server,
}) => {
	test.setTimeout(240_000);
	const ada = await server.person('Ada');
	const { table, seat, bots } = await meet(ada, true);
	const free = bots.at(-1) ?? 1;
	await play(table, [seat], (u) => askedBy(u).includes(seat));
	const desk = await open({
		path: table.path,
		as: ada,
		at: server,
		settings: brisk,
		browser: { viewport: sizes.desktop },
	});
	await ready(desk);

	/** Opens the sheet of a bot's seat as a new person, who is signed in, as this table wants. */
	const come = async (name: string): Promise<Page> => {
		const person = await server.person(name);
		const page = await open({ path: '/settings', as: person, at: server, settings: brisk });
		await authenticator(page);
		await page.getByRole('button', { name: said('web.signin.add'), exact: true }).click();
		await expect(page.getByRole('list', { name: said('web.signin.keys') })).toBeVisible();
		// With the passkey the browser has another session than before.
		await page.evaluate(
			([path, body]) =>
				fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }),
			[`/api/tables/${table.id}/keep`, JSON.stringify({ seat: free })] as const,
		);
		await page.goto(`${table.path}?join`);
		await expect(page.getByRole('dialog')).toContainText(said('web.join.asked'));
		// Bots may have told some of their cards, which everyone then knows.
		const seen: Update = await (await page.request.get(`/api/tables/${table.id}/view`)).json();
		const hides = handOf(seen, free).length < (worldOf(seen)['hand-sizes']?.[free] ?? 0);
		const sentence = page.getByRole('dialog').getByText(said('web.join.hand.hidden'));
		await expect(sentence).toHaveCount(hides ? 1 : 0);
		await take(page).click();
		return page;
	};
	const note = (name: string) => desk.getByRole('status').filter({ hasText: name });

	const bea = await come('Bea');
	await expect(note('Bea')).toContainText(said('web.join.silence'));
	expect(await violations(desk)).toEqual([]);
	await note('Bea').getByRole('button').click();
	await expect(bea.getByRole('dialog').getByRole('alert')).toBeVisible();
	expect((await recordOf(table, ada)).seats?.[free]?.holder).toBeUndefined();

	const kofi = await come('Kofi');
	await expect(note('Kofi')).toBeVisible();
	await expect(kofi.getByRole('dialog')).toContainText(said('web.join.asked'));
	await expect(kofi.getByRole('dialog')).toBeHidden({ timeout: 40_000 });
	expect((await recordOf(table, ada)).seats?.[free]?.holder?.name).toBe('Kofi');
});

test('the sheet makes way for the end of the game', async ({ open, own: server }) => {
	const ada = await server.person('Ada');
	const bea = await server.person('Bea');
	const { table, seat, bots } = await meet(ada);
	await bea.call('POST', `/api/tables/${table.id}/keep`, { seat: bots[0] });
	const page = await open({ path: `${table.path}?join`, as: bea, at: server, settings: brisk });
	await expect(take(page)).toBeVisible();
	await table.command(seat, 'propose', { what: 'end' });
	const end = page.getByRole('dialog', { name: said('web.result.given-up') });
	await expect(end).toBeVisible();
	await expect(page.getByRole('dialog')).toHaveCount(1);
	expect(await violations(page)).toEqual([]);
	await end.getByRole('link', { name: said('web.result.replay'), exact: true }).click();
	await expect(page).toHaveURL(new RegExp(`/replay/${table.id}`));
});
