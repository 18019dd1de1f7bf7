// Tests a puzzle on the real board, from the landing page: the player fails once, and then solves it. It
// runs on a desktop and on a phone.

import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { lookedAt, type Size, sizes } from './browser.ts';
import { endTurn } from './seen.ts';
import { brisk, expect, test } from './test.ts';
import { said } from './words.ts';

/** Makes a move through the API: other tests cover moves on the board. */
async function move(page: Page, seat: number, line: string): Promise<void> {
	const at = `/api/tables/${new URL(page.url()).pathname.split('/')[2]}`;
	const now = await (await page.request.get(`${at}/view`)).json();
	const data = {
		seat,
		question: now.question.id,
		move: line,
		key: `${now.question.id}-${line.replaceAll(' ', '-')}`,
	};
	const done = await page.request.post(`${at}/moves`, { data });
	expect(done.ok(), `${line}: ${await done.text()}`).toBe(true);
}

for (const size of lookedAt<Size>(0, ['desktop', 'phone']))
	test(`a puzzle is failed, and solved at the second try, on a ${size}`, async ({ open }) => {
		const page = await open({
			path: '/learn',
			settings: { ...brisk, hints: true },
			browser: { viewport: sizes[size] },
		});
		await page.getByRole('link', { name: said('web.puzzles.title') }).click();
		await expect(page.getByRole('heading', { level: 1, name: said('web.puzzles.title') })).toBeVisible();
		const looked = async () => {
			expect(await violations(page)).toEqual([]);
		};
		await looked();
		await page
			.getByRole('button', { name: said('web.puzzles.kind.win') })
			.first()
			.click();
		let asked = 0;
		page.on('request', (r) => {
			if (r.url().endsWith('/verdict')) asked++;
		});
		const panel = page.getByRole('region', { name: said('web.puzzles.region'), exact: true });
		await expect(panel).toContainText(said('web.puzzles.ask.win'));
		await page.waitForTimeout(500);
		expect(asked, 'the verdict is asked for once for each entry').toBeLessThan(4);
		await expect(page.locator('[data-hint]')).toHaveCount(0);
		if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/${size}-open.png` });

		// Ending the turn before the puzzle is solved means that the player has failed.
		await endTurn(page);
		await expect(panel).toHaveAttribute('data-verdict', 'failed');
		await expect(panel).toContainText('1500 →');
		await expect(panel.locator('ol li').first()).toBeVisible();
		await looked();
		if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/${size}-failed.png` });
		const table = new URL(page.url()).pathname.split('/')[2];
		const { plan } = await (await page.request.get(`/api/tables/${table}/verdict`)).json();

		await panel.getByRole('button', { name: said('web.puzzles.again') }).click();
		await expect(page).not.toHaveURL(new RegExp(`${table}$`));
		await expect(panel).toHaveAttribute('data-verdict', 'open');
		for (const step of plan) await move(page, step.seat, step.move);
		await expect(panel).toHaveAttribute('data-verdict', 'solved');
		await expect(panel).toContainText(said('web.puzzles.uncounted'));
		// The game is won. Only the puzzle's panel says so, even after a reload.
		for (const look of [async () => {}, () => page.reload()]) {
			await look();
			await expect(page.locator('.board.playing')).toHaveCount(0);
			await expect(panel.getByRole('button', { name: said('web.puzzles.next') })).toBeVisible();
			await expect(page.getByRole('dialog')).toHaveCount(0);
		}
		if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/${size}-solved.png` });
		await panel.getByRole('link', { name: said('web.puzzles.back') }).click();
		await expect(page.locator('.tried .failed')).toHaveText(said('web.puzzles.failed'));
		if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/${size}-page.png` });
	});

for (const size of lookedAt<Size>(0, ['phone', 'desktop']))
	test(`a relay is solved by its second turn, on a ${size}`, async ({ open }) => {
		const page = await open({ path: '/puzzles', settings: brisk, browser: { viewport: sizes[size] } });
		await page.getByRole('button', { name: said('web.puzzles.kind.relay') }).click();
		const panel = page.getByRole('region', { name: said('web.puzzles.region'), exact: true });
		await expect(panel).toContainText(said('web.puzzles.ask.relay'));
		if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/${size}-relay-open.png` });
		await panel.getByRole('button', { name: said('web.puzzles.solution'), exact: true }).click();
		await expect(panel).toHaveAttribute('data-verdict', 'failed');
		const table = new URL(page.url()).pathname.split('/')[2];
		const { plan } = await (await page.request.get(`/api/tables/${table}/verdict`)).json();
		await panel.getByRole('button', { name: said('web.puzzles.again') }).click();
		await expect(page).not.toHaveURL(new RegExp(`${table}$`));
		const last = plan.pop();
		for (const step of plan) await move(page, step.seat, step.move);
		// It is the second seat's turn, and the puzzle is not solved or failed yet.
		await expect(panel).toHaveAttribute('data-verdict', 'open');
		if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/${size}-relay-second.png` });
		await move(page, last.seat, last.move);
		await expect(panel).toHaveAttribute('data-verdict', 'solved');
		if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/${size}-relay-solved.png` });
	});

for (const size of lookedAt<Size>(1, ['phone', 'desktop']))
	test(`a puzzle against rivals is failed, and solved from one seat, on a ${size}`, async ({ open }) => {
		const page = await open({ path: '/puzzles', settings: brisk, browser: { viewport: sizes[size] } });
		await page
			.getByRole('button', { name: said('web.puzzles.kind.safe') })
			.first()
			.click();
		const panel = page.getByRole('region', { name: said('web.puzzles.region'), exact: true });
		await expect(panel).toContainText(said('web.puzzles.ask.safe'));
		if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/${size}-rivals-open.png` });
		await panel.getByRole('button', { name: said('web.puzzles.solution'), exact: true }).click();
		await expect(panel).toHaveAttribute('data-verdict', 'failed');
		expect(await violations(page)).toEqual([]);
		if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/${size}-rivals-failed.png` });
		const table = new URL(page.url()).pathname.split('/')[2];
		const { plan } = await (await page.request.get(`/api/tables/${table}/verdict`)).json();

		// In the second try the test makes only the player's own moves; the server makes those in between.
		await panel.getByRole('button', { name: said('web.puzzles.again') }).click();
		await expect(page).not.toHaveURL(new RegExp(`${table}$`));
		await expect(panel).toHaveAttribute('data-verdict', 'open');
		const verdict = () => page.request.get(`${page.url().replace('/t/', '/api/tables/')}/verdict`);
		for (const step of plan) {
			if (step.seat === plan[0].seat) await move(page, step.seat, step.move);
			await verdict();
		}
		await expect(panel).toHaveAttribute('data-verdict', 'solved');
		if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/${size}-rivals-solved.png` });
	});
