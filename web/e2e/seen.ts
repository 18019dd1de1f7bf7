// What a player sees of a table, by the names that it has for everybody.

import { expect, type Locator, type Page } from '@playwright/test';
import { askedBy, movesOf, type TableAt, worldOf } from './table.ts';
import { cityName, said } from './words.ts';

/** A city on the map. */
export const city = (page: Page, id: string): Locator => page.locator(`[data-map] [data-city="${id}"]`);

/** Where a finger comes down on a city; its name stands beside it. */
export const spot = (page: Page, id: string): Locator => city(page, id).locator('circle.target');

/** A button of the action bar. */
export const action = (page: Page, verb: string): Locator =>
	page.getByRole('region', { name: said('web.act.title') }).locator(`button[data-verb="${verb}"]`);

/** The panel of a question, by its heading. */
export const question = (page: Page, heading: string | RegExp): Locator =>
	page.getByRole('region', { name: heading });

/** What is said to ears. */
export const told = (page: Page): Locator => page.locator('[aria-live="polite"]');

/** Waits until a screen reader was told something. Two regions take turns, so that the same is said again. */
export async function heard(page: Page, what: string | RegExp): Promise<void> {
	const all = async () => (await told(page).allTextContents()).join(' ');
	if (typeof what === 'string') await expect.poll(all).toContain(what);
	else await expect.poll(all).toMatch(what);
}

/** A city that can be reached and that a finger can touch where the map lies now. */
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

/** Waits until the table is there, whatever its game. */
export async function ready(page: Page): Promise<void> {
	await expect(page.locator('[data-map] [data-city]').first()).toBeAttached({ timeout: 30_000 });
}

/** Drives to a neighbouring city with the mouse, by the action bar and the map. */
export async function driveTo(page: Page, to: string): Promise<void> {
	await action(page, 'drive').click();
	await spot(page, to).click();
}

/** The pawn of a seat stands in a city, for whoever looks at this page. */
export async function pawnIn(page: Page, to: string, who: string): Promise<void> {
	await expect(city(page, to)).toHaveAccessibleName(new RegExp(`${cityName(to)}.*${who}`));
}

/** Somebody whose turn it is, and where they could drive to. */
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

/** Opens all options of a table that is being set up. */
export async function customise(page: Page): Promise<void> {
	const all = page
		.locator('details')
		.filter({ has: page.getByText(said('web.new.custom'), { exact: true }) });
	if (!(await all.first().evaluate((el: HTMLDetailsElement) => el.open)))
		await page.getByText(said('web.new.custom'), { exact: true }).click();
}
