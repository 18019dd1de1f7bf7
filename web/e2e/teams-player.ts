// Plays moves that are known beforehand with nothing but the page of whoever makes them: what a finger does for each kind
// of move. Moves that are made in another way than these are left to the API.

import type { Page } from '@playwright/test';
import { action, spot } from './seen.ts';
import type { TableAt } from './table.ts';
import { expect } from './test.ts';
import { spots, touch } from './touch.ts';
import { still } from './visit.ts';
import { said } from './words.ts';

/** Somebody at a table with a browser. */
export interface Sitting {
	page: Page;
	phone: boolean;
}

type Way = (at: Sitting, operands: string[], seat: number) => Promise<void>;

const listed = (page: Page) => page.locator('[popover] ul button');

/** Points at a city: on the map, or from the list where a map is too small to have it in sight. */
const place: Way = async ({ page, phone }, [city = '']) => {
	const asks = page.locator('section button[data-verb="base"]');
	await expect(asks).toBeVisible(); // until then a city only tells about itself
	if (!phone) return spot(page, city).click();
	await asks.click();
	await listed(page)
		.and(page.locator(`[data-city="${city}"]`))
		.click();
};

/** Points at a city that is lit; on a phone the map is moved back until it is in sight. */
async function point({ page, phone }: Sitting, city: string): Promise<void> {
	if (!phone) return spot(page, city).click();
	const inSight = async () => (await spots(page)).find(({ data }) => data.city === city);
	for (let tries = 0; tries < 4 && !(await inSight()); tries++) {
		await page.getByRole('button', { name: said('web.board.zoom.out') }).click();
		await still(page);
	}
	const found = await inSight();
	if (!found) throw new Error(`${city} is not in sight`);
	await touch(page, found, true);
}

const ways: Record<string, Way | undefined> = {
	assign: async ({ page }, roles, seat) => {
		for (const [i, role] of roles.entries())
			await page.locator(`button[data-role="${role}"][data-seat="${seat + i}"]`).click();
		await page.locator('button[data-verb="assign"]').click();
	},
	base: place,
	drive: async (at, [city = '']) => {
		const { page } = at;
		await action(page, 'drive').click();
		await point(at, city);
	},
	treat: async ({ page }, [disease = '']) => {
		await action(page, 'treat').click();
		const which = listed(page).and(page.locator('[data-verb="treat"]'));
		if (await which.first().isVisible()) await which.filter({ hasText: new RegExp(disease, 'i') }).click();
	},
	// Where actions are left it asks once more; the page knows, and says so.
	draw: async ({ page }) => {
		const end = page.locator('button[data-verb="draw"]');
		const asks = end.filter({ hasText: said('web.end.anyway') });
		await end.click();
		// Where none is left the turn has ended: the button is dead, or folded away on a phone.
		const ended = async () => (await page.locator('button[data-verb="draw"]:enabled').count()) === 0;
		await expect.poll(async () => (await asks.isVisible()) || (await ended())).toBe(true);
		if (await asks.isVisible()) await asks.click();
	},
	fourth: ({ page }) => action(page, 'fourth').click(),
	pass: ({ page }) => page.locator('section button[data-verb="pass"]').click(),
	agree: ({ page }) => page.locator('section button[data-verb="agree"]').first().click(),
};

/** A move with its seat, as it was recorded. */
export function parsed(line: string): { seat: number; move: string; word: string; operands: string[] } {
	const [seat = '', word = '', ...operands] = line.split(' ');
	return { seat: Number(seat), move: [word, ...operands].join(' '), word, operands };
}

/** Makes a move by the API. */
export async function send(table: TableAt, line: string): Promise<void> {
	const { seat, move } = parsed(line);
	const update = await table.view(seat);
	await table.play(seat, update.question.id, move);
}

/** Makes a move with the page of its seat, and waits until it is made. False: by the API. */
export async function make(table: TableAt, all: Sitting[], line: string): Promise<boolean> {
	const { seat, word, operands } = parsed(line);
	const sitting = all[seat];
	const way = ways[word];
	if (!way || !sitting) {
		await send(table, line);
		return false;
	}
	const { made } = await table.view(seat);
	await way(sitting, operands, seat);
	await expect.poll(async () => (await table.view(seat)).made, { message: line }).toBe(made + 1);
	return true;
}
