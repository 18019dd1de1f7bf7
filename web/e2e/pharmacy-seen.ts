// Finds the elements of a pharmacy table that a player sees, by their accessible names.

import { expect, type Locator, type Page } from '@playwright/test';
import type { Scene } from './scenes.ts';
import type { TableAt } from './table.ts';
import { like, said } from './words.ts';

const shots = process.env.THERIAC_SHOTS;

/** Finds the player's controls. */
export const tray = (page: Page): Locator => page.locator('#tray');

/** Finds the answers that the player can give now. */
export const answers = (page: Page): Locator => tray(page).locator('[data-answer]');

/** Finds the risk cards of the acting seat. */
export const hand = (page: Page): Locator => tray(page).locator('.hand');

/** Waits until the page shows the table. */
export const ready = (page: Page): Promise<void> =>
	expect(page.locator('[data-game=pharmacy] [data-seat="0"]').first()).toBeVisible({ timeout: 30_000 });

/** Formats points as the page writes them. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

/** Returns a scene of a page that is already open. */
export const looked = (name: string): Scene => ({ name, start: async () => ({ path: '' }) });

/** Takes a screenshot of what is on the page, if this run takes screenshots. */
export async function picture(page: Page, name: string): Promise<void> {
	if (shots) await page.screenshot({ path: `${shots}/pharmacy-${name.replaceAll(' ', '-')}.png` });
}

/** Checks that a page shows the same final scores as the server. */
export async function showsScore(page: Page, table: TableAt, shown: (seat: number) => string): Promise<void> {
	const { over, view } = await table.view(0);
	const dialog = page.getByRole('dialog');
	const places = dialog.getByRole('list', { name: said('web.pharmacy.end.places') }).getByRole('listitem');
	await expect(places).toHaveCount(table.people.length, { timeout: 30_000 });
	const lines = table.people.map((_, seat) => ({ seat, rank: over?.ranks?.[seat] ?? 0 }));
	lines.sort((a, b) => a.rank - b.rank || a.seat - b.seat);
	for (const [i, { seat, rank }] of lines.entries()) {
		await expect(places.nth(i).locator('.name')).toHaveText(shown(seat));
		await expect(places.nth(i).locator('strong')).toHaveText(signed(over?.points?.[seat] ?? Number.NaN));
		await expect(places.nth(i).locator('.rank')).toHaveText(String(rank));
	}
	const sheet = dialog.getByRole('table', { name: said('web.pharmacy.sheet') });
	await expect(sheet.getByRole('columnheader', { name: like('web.pharmacy.sheet.round') })).toHaveCount(3);
	expect((view.rounds as unknown[]).length).toBe(3);
	for (const { seat } of lines) {
		const row = sheet.getByRole('row').filter({ has: page.getByRole('rowheader', { name: shown(seat) }) });
		await expect(row.locator('td.counted')).toHaveCount(3);
		const rounds = await row
			.locator('td.counted strong')
			.evaluateAll((all) =>
				all.map((e) => Number(/[+−]?\d+/.exec(e.textContent ?? '')?.[0].replace('−', '-'))),
			);
		expect(rounds.reduce((sum, n) => sum + n, 0)).toBe(over?.points?.[seat]);
		await expect(row.locator('td.total')).toHaveText(signed(over?.points?.[seat] ?? Number.NaN));
	}
}
