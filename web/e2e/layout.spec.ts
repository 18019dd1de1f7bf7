// Tests for overlapping elements: hints and tools cover no city and no track, and a phone shows the status in
// one row.

import type { Page } from '@playwright/test';
import { lookedAt, sizes } from './browser.ts';
import { ready } from './seen.ts';
import { askedBy } from './table.ts';
import { expect, test } from './test.ts';

/** Matches the tracks, which are printed on the board or in a row of their own. */
const tracks = 'ul.printed > li, ul.tracks > li';

/** Returns the pairs of overlapping elements: one that matches `over`, one that matches `under`. */
const covered = (page: Page, over: string, under: string): Promise<string[]> =>
	page.evaluate(
		([over = '', under = '']) => {
			const seen = (of: string) =>
				[...document.querySelectorAll<HTMLElement>(of)].filter((e) =>
					e.checkVisibility({ visibilityProperty: true }),
				);
			return seen(over).flatMap((a) => {
				const upper = a.getBoundingClientRect();
				return seen(under).flatMap((b) => {
					const lower = b.getBoundingClientRect();
					const apart =
						upper.right <= lower.left + 1 ||
						lower.right <= upper.left + 1 ||
						upper.bottom <= lower.top + 1 ||
						lower.bottom <= upper.top + 1;
					return apart || lower.width === 0
						? []
						: [`${a.className} over ${b.closest<HTMLElement>('[data-city]')?.dataset.city ?? b.textContent}`];
				});
			});
		},
		[over, under],
	);

for (const viewport of lookedAt(0, [sizes.desktop, { width: 1180, height: 820 }]))
	test(`at ${viewport.width}×${viewport.height} hints and tools lie over no city and no track`, async ({
		open,
		server,
	}) => {
		const table = await server.table({ settings: { players: '4', epidemics: '4' } });
		const [seat = 0] = askedBy(await table.view());
		const page = await open({
			path: table.path,
			as: table.who(seat),
			settings: { lang: 'en', motion: 'reduced', playback: 'none', learned: [] },
			browser: { viewport },
		});
		await ready(page);
		await expect(page.locator('[data-hint]')).toBeVisible();
		await page.keyboard.press('Escape');
		await page.waitForTimeout(500);
		if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/layout-${viewport.width}.png` });
		expect(await page.locator('[data-map] [data-city]').count()).toBe(48);
		expect(await page.locator(tracks).count()).toBeGreaterThan(4);
		expect(await covered(page, '[data-hint]', '[data-map] [data-city] circle.target')).toEqual([]);
		expect(await covered(page, '.controls', tracks)).toEqual([]);
	});

test('a phone has the status in one row, in both languages', async ({ open, server }) => {
	const table = await server.table({ settings: { players: '2', epidemics: '4' } });
	const [seat = 0] = askedBy(await table.view());
	for (const lang of ['en', 'fr']) {
		const page = await open({
			path: table.path,
			as: table.who(seat),
			settings: { lang, motion: 'reduced', playback: 'none', hints: false },
			browser: { viewport: sizes.phone, hasTouch: true, isMobile: true },
		});
		await ready(page);
		const items = page.locator('ul.tracks > li');
		const middles = await items.evaluateAll((all) =>
			all.map((item) => item.getBoundingClientRect()).map(({ y, height }) => Math.round(y + height / 2)),
		);
		if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/status-${lang}.png` });
		expect(middles.length).toBeGreaterThan(3);
		expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(12);
	}
});
