// Plays given moves at a table where each player has a page. Some kinds of moves are made by gestures on the
// player's page, all others through the API.

import type { Page } from '@playwright/test';
import { action, spot } from './seen.ts';
import type { TableAt } from './table.ts';
import { expect } from './test.ts';
import { spots, touch } from './touch.ts';
import { still } from './visit.ts';
import { said } from './words.ts';

/** A player of a table, with an open page. */
export interface Sitting {
	page: Page;
	phone: boolean;
}

type Gesture = (at: Sitting, operands: string[], seat: number) => Promise<void>;

const listed = (page: Page) => page.locator('[popover] ul button');

/** Presses a city on the map, or in the list if the map does not show it. */
const place: Gesture = async ({ page, phone }, [city = '']) => {
	const asks = page.locator('section button[data-verb="base"]');
	await expect(asks).toBeVisible(); // before the board asks, a press on a city only shows its panel
	if (!phone) return spot(page, city).click();
	await asks.click();
	await listed(page)
		.and(page.locator(`[data-city="${city}"]`))
		.click();
};

/** Presses a highlighted city. On a phone it moves the map until the city is visible. */
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

const gestures: Record<string, Gesture | undefined> = {
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
	// If actions are left, the page asks for confirmation.
	draw: async ({ page }) => {
		const end = page.locator('button[data-verb="draw"]');
		const asks = end.filter({ hasText: said('web.end.anyway') });
		await end.click();
		// If no action is left, the turn has ended: the button is disabled, or hidden on a phone.
		const ended = async () => (await page.locator('button[data-verb="draw"]:enabled').count()) === 0;
		await expect.poll(async () => (await asks.isVisible()) || (await ended())).toBe(true);
		if (await asks.isVisible()) await asks.click();
	},
	fourth: ({ page }) => action(page, 'fourth').click(),
	pass: ({ page }) => page.locator('section button[data-verb="pass"]').click(),
	agree: ({ page }) => page.locator('section button[data-verb="agree"]').first().click(),
};

/** Splits a recorded move into its seat, its text and its verb. */
export function parsed(line: string): { seat: number; move: string; word: string; operands: string[] } {
	const [seat = '', word = '', ...operands] = line.split(' ');
	return { seat: Number(seat), move: [word, ...operands].join(' '), word, operands };
}

/** Makes a move through the API. */
export async function send(table: TableAt, line: string): Promise<void> {
	const { seat, move } = parsed(line);
	const update = await table.view(seat);
	await table.play(seat, update.question.id, move);
}

/**
 * Makes a move on the page of its seat, and waits until it has been made. It returns false if it used the
 * API instead.
 */
export async function make(table: TableAt, all: Sitting[], line: string): Promise<boolean> {
	const { seat, word, operands } = parsed(line);
	const sitting = all[seat];
	const gesture = gestures[word];
	if (!gesture || !sitting) {
		await send(table, line);
		return false;
	}
	const { made } = await table.view(seat);
	await gesture(sitting, operands, seat);
	await expect.poll(async () => (await table.view(seat)).made, { message: line }).toBe(made + 1);
	return true;
}
