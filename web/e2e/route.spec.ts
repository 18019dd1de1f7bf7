// Tests routes. Moving to a city two links away and treating a disease there takes three taps. A tap on a
// city shows the route, and a second tap plays it. The pawn can also be dragged by mouse or finger.

import type { Page } from '@playwright/test';
import map from '../src/gen/world-map.json' with { type: 'json' };
import { nightly } from './browser.ts';
import { action, city, driver, pawnIn, ready, spot } from './seen.ts';
import type { Server } from './server.ts';
import { worldOf } from './table.ts';
import { brisk, expect, test } from './test.ts';
import { cityName, said } from './words.ts';

const near = new Map<string, string[]>();
for (const { a, b } of map.links) {
	near.set(a, [...(near.get(a) ?? []), b]);
	near.set(b, [...(near.get(b) ?? []), a]);
}

/**
 * Makes a table where the first player's pawn is in a city without cubes, two steps from a city with cubes
 * to treat.
 */
async function dealt(server: Server) {
	for (let n = 0; n < 40; n++) {
		const table = await server.table({ settings: { players: '2' } });
		const { seat } = await driver(table);
		const view = worldOf(await table.view(seat));
		const here = view['seats-at-table']?.[seat]?.pawn ?? '';
		const next = near.get(here) ?? [];
		const far = next.flatMap((c) => near.get(c) ?? []).filter((c) => c !== here && !next.includes(c));
		const ill = Object.keys(view.cubes ?? {});
		const to = far.find((c) => ill.includes(c));
		if (to && !ill.includes(here)) return { table, seat, to };
	}
	throw new Error('no deal has an infected city two steps away');
}

test('two drives and a treatment are three taps', async ({ server, open }) => {
	const { table, seat, to } = await dealt(server);
	const page = await open({ path: table.path, as: table.who(seat), settings: brisk });
	await ready(page);
	await expect(action(page, 'treat')).toHaveText(new RegExp(said('lack.cubes')));

	await city(page, to).locator('.name').click(); // a city's name can be pressed, too
	const go = page.getByRole('button', { name: said('web.route.go').replace('{city}', cityName(to)) });
	await expect(go).toContainText('2 actions');
	await spot(page, to).click();
	await pawnIn(page, to, table.who(seat).name);
	await action(page, 'treat').click();

	await expect.poll(async () => (await table.view(seat)).made).toBe(3);
	expect(worldOf(await table.view(seat)).actions).toBe(1);
});

/** Returns the centre of an element on the page. */
async function middleOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
	const box = await page.locator(selector).boundingBox();
	if (!box) throw new Error(`${selector} is not drawn`);
	return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
const targetOf = (to: string) => `[data-map] [data-city="${to}"] circle.target`;
const pawnOf = (seat: number) => `.pawns [data-seat="${seat}"] .size`;
const whereMapIs = (page: Page) =>
	page
		.locator('[data-map] > *')
		.first()
		.evaluate((e) => (e as HTMLElement).style.transform);
/** Returns the map's position once the layout is stable: parts that load later may make the map smaller. */
async function whereMapStays(page: Page): Promise<string> {
	for (let at = await whereMapIs(page), same = 0; ; ) {
		await page.waitForTimeout(300);
		const now = await whereMapIs(page);
		same = now === at ? same + 1 : 0;
		at = now;
		if (same === 4) return at;
	}
}
/** Settings without hints: a hint that disappears would change the layout. */
const unhinted = { ...brisk, hints: false };

test('the pawn is carried to a city with the mouse', async ({ server, open }) => {
	const { table, seat, to } = await dealt(server);
	const page = await open({ path: table.path, as: table.who(seat), settings: unhinted });
	await ready(page);
	await page.locator('[data-map][data-carries]').waitFor();
	const before = await whereMapStays(page);
	const pawn = await middleOf(page, pawnOf(seat));
	const target = await middleOf(page, targetOf(to));
	const go = page.getByRole('button', { name: said('web.route.go').replace('{city}', cityName(to)) });
	const carry = async (x: number, y: number) => {
		await page.mouse.move(pawn.x, pawn.y);
		await page.mouse.down();
		await page.mouse.move(x, y, { steps: 6 });
	};

	// Over a city, the page shows the route and its price. Pressing Escape or dropping the pawn on the sea
	// does nothing.
	await carry(target.x, target.y);
	await expect(go).toContainText('2 actions');
	await page.keyboard.press('Escape');
	await expect(go).toBeHidden();
	await page.mouse.up();
	const map = await page.locator('[data-map]').boundingBox();
	await carry((map?.x ?? 0) + 8, (map?.y ?? 0) + 8);
	await page.mouse.up();
	await expect(page.locator('[popover]:popover-open')).toHaveCount(0);
	expect((await table.view(seat)).made).toBe(0);
	expect(await middleOf(page, pawnOf(seat)), 'it stands where it stood').toEqual(pawn);

	await carry(target.x, target.y);
	await expect(go).toContainText('2 actions');
	// The drag has not panned the map. (The layout may still change, because a hint disappears.)
	expect(await whereMapIs(page), 'the map was not moved').toBe(before);
	await page.mouse.up();
	await pawnIn(page, to, table.who(seat).name);
	await expect.poll(async () => (await table.view(seat)).made).toBe(2);
});

test('the pawn is carried to a city with a finger', nightly, async ({ server, open }) => {
	const table = await server.table({ settings: { players: '2' } });
	const { seat, cities } = await driver(table);
	const browser = { viewport: { width: 820, height: 1180 }, hasTouch: true };
	const page = await open({ path: table.path, as: table.who(seat), settings: unhinted, browser });
	await ready(page);
	await page.locator('[data-map][data-carries]').waitFor();
	const before = await whereMapStays(page);
	const [to = ''] = cities;
	const cdp = await page.context().newCDPSession(page);
	const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
		cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
	const pawn = await middleOf(page, pawnOf(seat));
	const target = await middleOf(page, targetOf(to));
	await finger('touchStart', pawn);
	for (let n = 1; n <= 6; n++)
		await finger('touchMove', {
			x: pawn.x + ((target.x - pawn.x) * n) / 6,
			y: pawn.y + ((target.y - pawn.y) * n) / 6,
		});
	await expect(page.getByRole('dialog', { name: cityName(to) })).toContainText(said('web.route.again'));
	expect(await whereMapIs(page), 'the map was not moved').toBe(before);
	await finger('touchEnd');
	await pawnIn(page, to, table.who(seat).name);
	expect((await table.view(seat)).made).toBe(1);
});
