// Tests the story of a game. The test opens it at the end of a game, goes to a turning point, and plays the
// better plan on the board. Then a new table with a bot continues from the last turns, to another end.

import { violations } from './axe.ts';
import { pace, record } from './beside.ts';
import { lookedAt, type Size, sizes } from './browser.ts';
import { Player } from './player.ts';
import { ready } from './seen.ts';
import { lost } from './story-scenes.ts';
import { brisk, expect, test } from './test.ts';
import { like, said } from './words.ts';

for (const size of lookedAt<Size>(0, ['desktop', 'phone']))
	test(`a lost game tells where it was lost, and its better plan is played out, on a ${size}`, async ({
		server,
		open,
	}) => {
		test.setTimeout(300_000);
		const table = await lost(server);
		const page = await open({
			path: table.path,
			as: table.who(0),
			settings: brisk,
			browser: { viewport: sizes[size] },
		});
		const clean = async () => expect(await violations(page)).toEqual([]);

		// The end of the game links to the story, which no player has requested before.
		await page
			.getByRole('dialog')
			.getByRole('link', { name: said('web.result.story') })
			.click();
		await expect(page).toHaveURL(new RegExp(`/replay/${table.id}.*[?&]story`));
		await page.getByRole('button', { name: said('web.story.make') }).click();

		// The story appears while it is computed. It is complete once it has a summary.
		const chart = page.getByRole('slider', { name: said('web.story.chart') });
		await expect(chart).toBeVisible({ timeout: 60_000 });
		await expect(page.getByText(like('web.story.sum'))).toBeVisible({ timeout: 120_000 });
		await clean();

		// The arrow keys step through the turns, and the board follows.
		await chart.focus();
		await page.keyboard.press('Home');
		await page.keyboard.press('ArrowRight');
		await expect(chart).toHaveAttribute('aria-valuenow', '2');
		await expect(chart).toHaveAttribute('aria-valuetext', like('web.story.said'));
		await expect(page).not.toHaveURL(/\/0\?story/);

		// The table shows the same figures as the chart.
		await page.getByRole('button', { name: said('web.course.table'), exact: true }).click();
		const rows = page.getByRole('table', { name: said('web.story.chart') }).getByRole('row');
		expect(await rows.count()).toBeGreaterThan(3);
		await expect(rows.filter({ hasText: like('story.better') }).first()).toBeVisible();
		await page.getByRole('button', { name: said('web.course.chart'), exact: true }).click();

		// The players have missed chances, because they only drew cards. The better plan is played move by move.
		const plans = page.getByRole('button', { name: said('web.story.try') });
		expect(await plans.count()).toBeGreaterThan(0);
		await plans.first().click();
		const bar = page.getByRole('region', { name: said('web.story.plan') });
		await expect(bar.getByText(like('web.story.trial.at'))).toBeVisible();
		await page.keyboard.press('ArrowLeft');
		for (let i = 0; i < 24; i++) await page.keyboard.press('ArrowRight');
		await expect(bar.getByRole('button', { name: said('web.replay.forward') })).toBeDisabled();
		await clean();
		if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/story-${size}.png` });

		// A button next to the plan opens a dialog about playing on. Its text explains that the new game begins
		// before the plan. The test closes it again.
		await page.getByRole('button', { name: said('web.branch.plan') }).click();
		const before = page.getByRole('dialog', { name: said('web.branch.title') });
		await expect(before.getByText(like('web.branch.about.plan'))).toBeVisible();
		await expect(page.getByRole('button', { name: said('web.branch'), exact: true })).toHaveCount(0);
		await before.getByRole('button', { name: said('web.app.close') }).click();
		await expect(before).toBeHidden();
		await page.keyboard.press('Escape');
		await expect(bar).toBeHidden();

		// A new table continues from the last turn, with a bot, to another end.
		const last = page.getByRole('button', { name: said('web.replay.last') });
		if (await last.isVisible()) await last.click();
		else await page.keyboard.press('End');
		for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
		await expect(page).toHaveURL(new RegExp(`/${(await table.view()).made - 3}\\?story`));
		const at = Number(/\/(\d+)\?story/.exec(page.url())?.[1] ?? 0);
		expect(at).toBeGreaterThan(10);
		await page.getByRole('button', { name: said('web.branch'), exact: true }).click();
		const dialog = page.getByRole('dialog', { name: said('web.branch.title') });
		await dialog.getByLabel(said('web.branch.seat')).selectOption('0');
		await dialog.getByLabel(said('web.branch.bots')).selectOption('novice');
		await dialog.getByRole('button', { name: said('web.branch.play') }).click();
		await expect(page).not.toHaveURL(/replay/);
		await ready(page);
		expect((await record(page)).branch).toMatchObject({ table: table.id, at });
		await pace(page, 'at-once');
		const player = new Player(page, 'who plays on');
		await expect
			.poll(
				async () => {
					await player.act().catch(() => false);
					return (await record(page)).status;
				},
				{ timeout: 120_000, intervals: [50] },
			)
			.toBe('finished');
		await expect(
			page.getByRole('dialog').getByRole('link', { name: said('web.result.story') }),
		).toBeVisible();
		if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/branch-end-${size}.png` });
	});
