// Finds the elements of a table that a player sees, by their accessible names.

import { expect, type Locator, type Page } from '@playwright/test';
import { askedBy, movesOf, type TableAt, worldOf } from './table.ts';
import { cityName, said } from './words.ts';

/** Finds a city on the map. */
export const city = (page: Page, id: string): Locator => page.locator(`[data-map] [data-city="${id}"]`);

/** Finds the touch area of a city, without its name. */
export const spot = (page: Page, id: string): Locator => city(page, id).locator('circle.target');

/** Finds a button of the action bar. */
export const action = (page: Page, verb: string): Locator =>
	page.getByRole('region', { name: said('web.act.title') }).locator(`button[data-verb="${verb}"]`);

/** Finds the panel of a question by its heading. */
export const question = (page: Page, heading: string | RegExp): Locator =>
	page.getByRole('region', { name: heading });

/** Finds the announcements for screen readers. */
export const told = (page: Page): Locator => page.locator('[aria-live="polite"]');

/** Waits for an announcement. Two live regions alternate, so that a repeated text is announced again. */
export async function heard(page: Page, what: string | RegExp): Promise<void> {
	const all = async () => (await told(page).allTextContents()).join(' ');
	if (typeof what === 'string') await expect.poll(all).toContain(what);
	else await expect.poll(all).toMatch(what);
}

/** Finds a city that the pawn can reach and the player can touch in the current view. */
export async function reached(page: Page): Promise<Locator> {
	const targets = page.locator('[data-map] g.reached circle.target');
	await expect(targets.first()).toBeAttached();
	const free = () =>
		targets.evaluateAll((all) =>
			all.findIndex((target) => {
				const { x, y, width, height } = target.getBoundingClientRect();
				return target.parentNode?.contains(document.elementFromPoint(x + width / 2, y + height / 2));
			}),
		);
	await expect.poll(free).toBeGreaterThanOrEqual(0);
	return targets.nth(await free());
}

/** Waits until the page shows the table, in any game. */
export async function ready(page: Page): Promise<void> {
	await expect(page.locator('[data-map] [data-city]').first()).toBeAttached({ timeout: 30_000 });
}

/** Waits until the table listens for its shortcuts, whose code loads after the rest of the page. */
export async function listening(page: Page): Promise<void> {
	await expect(page.locator('dialog.wide').last()).toBeAttached();
}

/**
 * Ends a turn that has actions left. The page asks for confirmation, but only for some seconds. On a slow machine they
 * may be over before the second click.
 */
export async function endTurn(page: Page): Promise<void> {
	const end = page.locator('button[data-verb="draw"]').first();
	const sure = end.filter({ hasText: said('web.end.anyway') });
	await expect(async () => {
		if (!(await sure.isVisible())) await end.click();
		await sure.click({ timeout: 4000 });
	}).toPass();
}

/** Drives to a neighbouring city with the mouse: presses the action, then the city on the map. */
export async function driveTo(page: Page, to: string): Promise<void> {
	await action(page, 'drive').click();
	await spot(page, to).click();
}

/** Waits until the page shows a seat's pawn in a city. */
export async function pawnIn(page: Page, to: string, who: string): Promise<void> {
	await expect(city(page, to)).toHaveAccessibleName(new RegExp(`${cityName(to)}.*${who}`));
}

/** Returns the seat whose turn it is, and the cities to which its player can drive. */
export async function driver(table: TableAt): Promise<{ seat: number; cities: string[]; made: number }> {
	const seat = askedBy(await table.view())[0] ?? 0;
	const update = await table.view(seat);
	const here: string[] = worldOf(update)['seats-at-table']?.map((s) => s.pawn ?? '') ?? [];
	const cities = movesOf(update, seat)
		.filter((m) => m.startsWith('drive '))
		.map((m) => m.slice(6))
		.filter((c) => !here.includes(c));
	return { seat, cities, made: update.made };
}

/** Unfolds all options on the page where players create tables. */
export async function customise(page: Page): Promise<void> {
	const all = page
		.locator('details')
		.filter({ has: page.getByText(said('web.new.custom'), { exact: true }) });
	if (!(await all.first().evaluate((el: HTMLDetailsElement) => el.open)))
		await page.getByText(said('web.new.custom'), { exact: true }).click();
}
