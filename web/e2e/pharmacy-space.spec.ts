// Tests the pharmacy game on small screens: hints for newcomers, long names, and a table that keeps its
// place while questions change.

import type { Page } from '@playwright/test';
import { ofEachKind, sizes } from './browser.ts';
import { answers, ready } from './pharmacy-seen.ts';
import { askedBy } from './table.ts';
import { expect, test } from './test.ts';
import { said } from './words.ts';

/**
 * Where hints appear in each size: after a press on the bar's button, over the table, or in the bar itself.
 */
const places = [
	{ on: 'a small phone', viewport: { width: 360, height: 640 }, where: 'folded' },
	{ on: 'a phone', viewport: sizes.phone, where: 'over' },
	{ on: 'a phone on its side', viewport: { width: 844, height: 390 }, where: 'bar' },
	{ on: 'a tablet', viewport: { width: 820, height: 1180 }, where: 'bar' },
];

for (const { on, viewport, where } of ofEachKind(places, (place) => place.where))
	test(`a hint on ${on} takes no room from the table`, async ({ open, server }) => {
		const table = await server.table({ game: 'pharmacy', settings: { players: '6' } });
		const [seat = 0] = askedBy(await table.view());
		const page = await open({ path: table.path, as: table.who(seat), browser: { viewport, hasTouch: true } });
		await ready(page);
		const hint = page.getByRole('note', { name: said('web.hint') });
		const unfold = page.getByRole('button', { name: said('web.hint'), exact: true });
		await expect(where === 'folded' ? unfold : hint).toBeVisible();
		const stage = page.getByRole('main');
		const before = await stage.boundingBox();
		if (where === 'folded') {
			await expect(hint).toBeHidden();
			await unfold.tap();
		} else if (where === 'over') {
			await unfold.tap();
			await expect(hint).toBeHidden();
			await unfold.tap();
		} else {
			const box = await hint.boundingBox();
			expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(before?.y ?? 0);
		}
		await expect(hint).toContainText(said('web.pharmacy.hint.turn'));
		await hint.getByRole('button', { name: said('web.hint.read') }).tap();
		await expect(hint).toHaveCount(0);
		await expect(unfold).toHaveCount(0);
		expect((await stage.boundingBox())?.y).toBe(before?.y);
	});

/** Long names, of at most twelve letters. */
const long = ['Marie-Claude', 'Alexandrine', 'Bartholomew', 'Grandma Wong', 'Christopher', 'Hummingbirds'];

/** Returns the names that are cut off on the page, judging by the space that their letters need. */
const cut = (page: Page): Promise<string[]> =>
	page.locator('[data-game=pharmacy] :is(.place, .seats) .name').evaluateAll((all) =>
		all.flatMap((name) => {
			const letters = document.createRange();
			letters.selectNodeContents(name);
			const room = name.getBoundingClientRect().width;
			return letters.getBoundingClientRect().width > room + 0.1 ? (name.textContent ?? '') : [];
		}),
	);

for (const lang of ['en', 'fr'])
	test(`six names of twelve letters stand whole on a phone, ${lang}`, async ({ open, server }) => {
		const table = await server.table({ game: 'pharmacy', settings: { players: '6' } });
		for (const [seat, name] of long.entries()) await table.who(seat).call('PATCH', '/api/me', { name });
		const [seat = 0] = askedBy(await table.view());
		const page = await open({
			path: table.path,
			as: table.who(seat),
			settings: { lang },
			browser: { viewport: sizes.phone, hasTouch: true, isMobile: true },
		});
		await ready(page);
		await expect(answers(page).first()).toBeVisible();
		await page.evaluate(() => document.fonts.ready);
		await expect(page.getByText(long[(seat + 1) % long.length] ?? '').first()).toBeVisible();
		expect(await page.locator('.place .name').count()).toBe(long.length);
		expect(await cut(page)).toEqual([]);
	});

interface Moved {
	moved: number;
}

/** Starts to measure how much of the page moves by itself. */
const watch = (page: Page): Promise<void> =>
	page.evaluate(() => {
		const at = Object.assign(window, { moved: 0 });
		new PerformanceObserver((seen) => {
			for (const entry of seen.getEntries()) at.moved += (entry as unknown as { value: number }).value;
		}).observe({ type: 'layout-shift' });
	});

/** Returns how much of the page has moved since the last call. */
const shifted = (page: Page): Promise<number> =>
	page.evaluate(() => {
		const at = window as unknown as Moved;
		const { moved } = at;
		at.moved = 0;
		return moved;
	});

for (const [on, viewport] of [
	['a phone', sizes.phone],
	['a tablet', { width: 820, height: 1180 }],
] as const)
	test(`the table stays where it is while questions come and go, on ${on}`, async ({ open, server }) => {
		const table = await server.table({ game: 'pharmacy', settings: { players: '4' } });
		const page = await open({ path: table.path, as: table.who(0), browser: { viewport, hasTouch: true } });
		await ready(page);
		const stage = page.getByRole('main');
		const tray = page.locator('#tray');
		const before = [await stage.boundingBox(), await tray.boundingBox()];
		await watch(page);
		const made: Record<string, number> = {};
		const often = (move: string) => made[move.split(' ')[0] ?? ''] ?? 0;
		for (let i = 0; i < 16; i++) {
			const { question } = await table.view();
			const [seat = 0] = askedBy(await table.view());
			const moves = (await table.view(seat)).moves?.find((of) => of.seat === seat)?.list ?? [];
			// Each seat plays the action that was played least. When it sends a card, it prefers the seat of this
			// page as the receiver.
			const move = moves.reduce((a, b) =>
				often(b) < often(a) || (often(b) === often(a) && b.endsWith(' 0')) ? b : a,
			);
			made[move.split(' ')[0] ?? ''] = often(move) + 1;
			await table.play(seat, question.id, move);
			const asked = askedBy(await table.view()).includes(0);
			if (asked) await expect(answers(page).first()).toBeVisible();
			else await expect(answers(page)).toHaveCount(0);
			expect([await stage.boundingBox(), await tray.boundingBox()], move).toEqual(before);
			expect(await shifted(page), move).toBeLessThan(0.05);
		}
		expect(made.send).toBeGreaterThan(1);
		expect(made.keep).toBeGreaterThan(1);
	});
