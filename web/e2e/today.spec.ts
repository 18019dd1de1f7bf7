// Tests today's deal, played twice to its end, and a duplicate table of two teams. The cards of a day are
// secret and differ each time the server starts, so the test cannot plan moves. It always makes the first
// legal one, through the API, because it is about the pages.

import { devices } from '@playwright/test';
import type { Duplicate, Update } from '../src/gen/api.ts';
import { lookedAt } from './browser.ts';
import type { Person } from './person.ts';
import { sound } from './sound.ts';
import { TableAt } from './table.ts';
import { brisk, expect, test } from './test.ts';
import { like, said } from './words.ts';

const { defaultBrowserType: _, ...phone } = devices['iPhone 13'];

/** Plays the first legal move each time, until the game is over and the server has recorded its result. */
async function playOut(who: Person, id: string): Promise<void> {
	const table = new TableAt(id, [who, who], '');
	for (let n = 0; n < 1500; n++) {
		const update: Update = await table.view(0);
		if (update.over) break;
		const seat = update.moves?.find((m) => (m.list ?? []).length > 0);
		if (!seat) throw new Error('nobody can move');
		await table.play(seat.seat, update.question.id, seat.list?.[0] ?? '');
	}
	await expect
		.poll(async () => (await who.call<{ status: string }>('GET', `/api/tables/${id}`)).status)
		.toBe('finished');
}

for (const size of lookedAt(1, ['desktop', 'phone'] as const))
	test(`today’s deal counts once, ${size}`, async ({ server, open }) => {
		test.setTimeout(120_000);
		const ada = await server.person(`Ada ${size}`);
		const browser = size === 'phone' ? phone : {};
		const page = await open({ path: '/today', as: ada, settings: brisk, browser });
		const card = page.getByRole('article', { name: said('game.world'), exact: true });
		await expect(page.getByText(like('web.today.fair.guests'))).toBeVisible();
		await card.getByRole('button', { name: said('web.today.play') }).click();
		await page.waitForURL(/\/t\//);
		const first = page.url().split('/').at(-1) ?? '';
		await playOut(ada, first);
		// The table shows the end of the game, but its replay is not yet available.
		await expect(
			page
				.getByRole('link', { name: said('web.app.home') })
				.or(page.locator('main'))
				.first(),
		).toBeVisible();
		await page.goto(`/replay/${first}`);
		await expect(page.getByText(said('problem.deal-shut'))).toBeVisible();

		await page.goto('/today');
		await expect(card.locator('[data-result]')).toHaveText(said('web.today.lost'));
		const result = await card.locator('.figures').textContent();
		await sound(page, { name: 'today' } as Parameters<typeof sound>[1], size);
		await page.evaluate(() => localStorage.setItem('theriac.settings', '{}'));
		await page.reload();
		await card.getByRole('button', { name: said('web.today.share') }).click();
		await expect(page.getByText(said('web.today.share.note'))).toBeVisible();
		await expect(page.locator('dialog p.words')).toContainText('/today');
		await page.getByRole('button', { name: said('web.app.close') }).click();

		await card.getByRole('button', { name: said('web.today.again') }).click();
		await page.waitForURL(/\/t\//);
		const second = page.url().split('/').at(-1) ?? '';
		expect(second).not.toBe(first);
		await ada.call('POST', `/api/tables/${second}/propose`, { what: 'end', key: 'enough' });
		await page.goto('/today');
		await expect(card.locator('[data-result]')).toHaveText(said('web.today.lost'));
		expect(await card.locator('.figures').textContent()).toBe(result);
		const rows = page.getByRole('row').filter({ hasText: `Ada ${size}` });
		await expect(rows).toHaveCount(1);
		await expect(rows.getByRole('link', { name: said('web.today.replay') })).toHaveCount(0);
	});

test('two teams play the same cards and compare', async ({ server, open }) => {
	test.setTimeout(120_000);
	const [ada, bob] = [await server.person('Ada'), await server.person('Bob')];
	const page = await open({ path: '/today', as: ada, settings: brisk });
	await page.getByRole('button', { name: said('web.today.duplicate.make') }).click();
	await page.waitForURL(/\/duplicate\//);
	await expect(page.getByText(said('web.duplicate.waiting'))).toBeVisible();
	const id = page.url().split('/').at(-1) ?? '';
	const made = await ada.call<Duplicate>('GET', `/api/duplicates/${id}`);
	const [one, two] = (made.teams ?? []).map((team) => team.table);
	if (!one || !two) throw new Error('there are no two teams');
	const kept = await page.evaluate((table) => localStorage.getItem(`theriac.links.${table}`), two);
	const invite: string = JSON.parse(kept ?? '{}').invite;
	await bob.call('POST', '/api/links', { secret: invite.split('/').at(-1) });
	for (const [who, table] of [
		[ada, one],
		[bob, two],
	] as const) {
		for (const seat of [0, 1]) await who.call('POST', `/api/tables/${table}/sit`, { seat });
		await who.call('POST', `/api/tables/${table}/start`);
	}
	await playOut(ada, one);
	await page.reload();
	await expect(page.getByText(said('web.duplicate.waiting'))).toBeVisible();
	await expect(page.locator('[data-result]')).toHaveCount(0);
	await playOut(bob, two);
	await page.reload();
	await expect(page.getByText(said('web.duplicate.done'))).toBeVisible();
	const results = page.locator('[data-result]');
	await expect(results).toHaveCount(2);
	// The same moves with the same cards give the same result.
	expect(await results.nth(0).textContent()).toBe(await results.nth(1).textContent());
	await sound(page, { name: 'duplicate' } as Parameters<typeof sound>[1], 'desktop');
	await page
		.getByRole('link', { name: said('web.today.replay', {}, 'fr') })
		.nth(1)
		.click();
	await page.waitForURL(/\/replay\//);
});
