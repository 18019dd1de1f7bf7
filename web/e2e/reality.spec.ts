// Tests failures in the middle of a turn: a reload, a lost connection, a killed server. No click is lost,
// and all players keep their seats.

import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nightly } from './browser.ts';
import { action, city, driver, driveTo, pawnIn, ready } from './seen.ts';
import { program, Server } from './server.ts';
import { test as base, brisk, expect } from './test.ts';
import { like, said } from './words.ts';

/** Gives each test a server of its own, because these tests kill it. */
const test = base.extend<{ own: Server }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern
	own: async ({}, use) => {
		const server = await Server.open();
		await use(server);
		await server.close();
	},
});

test('a reload in the middle of a turn', async ({ server, open }) => {
	const table = await server.table();
	const { seat, cities } = await driver(table);
	const page = await open({ path: table.path, as: table.who(seat), settings: brisk });
	await ready(page);
	await driveTo(page, cities[0] ?? '');
	await pawnIn(page, cities[0] ?? '', table.who(seat).name);
	await page.reload();
	await ready(page);
	await pawnIn(page, cities[0] ?? '', table.who(seat).name);
	await expect(page.getByText(said('web.status.your-turn')).first()).toBeVisible();
	await driveTo(page, 'atlanta');
	await pawnIn(page, 'atlanta', table.who(seat).name);
});

test('a lost connection loses no click', async ({ server, open }) => {
	const table = await server.table();
	const { seat, cities, made } = await driver(table);
	const page = await open({ path: table.path, as: table.who(seat), settings: brisk });
	await ready(page);
	await page.context().setOffline(true);
	await driveTo(page, cities[0] ?? '');
	await expect(page.getByText(said('web.act.still-sending')).first()).toBeVisible();
	expect((await table.view(seat)).made).toBe(made);
	await page.context().setOffline(false);
	await pawnIn(page, cities[0] ?? '', table.who(seat).name);
	expect((await table.view(seat)).made).toBe(made + 1);
});

test('a server that dies in the middle of a turn', async ({ own, open }) => {
	const table = await own.table();
	const { seat, cities, made } = await driver(table);
	const page = await open({ at: own, path: table.path, as: table.who(seat), settings: brisk });
	const watcher = await open({ at: own, path: table.path, as: table.who((seat + 1) % 4), settings: brisk });
	await ready(page);
	await ready(watcher);
	await driveTo(page, cities[0] ?? '');
	await pawnIn(watcher, cities[0] ?? '', table.who(seat).name);

	await own.kill();
	await driveTo(page, 'atlanta');
	await expect(
		page
			.getByText(said('web.reach.kept'))
			.or(page.getByText(said('web.act.still-sending')))
			.first(),
	).toBeVisible();
	await expect(
		watcher
			.getByText(like('web.reach.lost'))
			.or(watcher.getByText(like('web.reach.down')))
			.first(),
	).toBeVisible();
	await own.start();

	await pawnIn(page, 'atlanta', table.who(seat).name);
	await pawnIn(watcher, 'atlanta', table.who(seat).name);
	expect((await table.view(seat)).made).toBe(made + 2);
	await expect(action(page, 'drive')).toHaveAttribute('aria-disabled', 'false');
});

test('a second tab shows the same, and both can act', async ({ server, open }) => {
	const table = await server.table();
	const { seat, cities } = await driver(table);
	const name = table.who(seat).name;
	const one = await open({ path: table.path, as: table.who(seat), settings: brisk });
	const two = await one.context().newPage();
	await two.goto(table.path);
	await ready(one);
	await ready(two);
	await driveTo(one, cities[0] ?? '');
	await pawnIn(two, cities[0] ?? '', name);
	await two.bringToFront();
	await driveTo(two, 'atlanta');
	await pawnIn(one, 'atlanta', name);
});

test('a dead server is told in words', nightly, async ({ own, open }) => {
	const table = await own.table();
	const page = await open({ at: own, path: table.path, as: table.who(0), settings: brisk });
	await ready(page);
	// Once the service worker has cached the client, a page opens even without a server.
	await page.evaluate(() => navigator.serviceWorker.ready);
	await own.kill();
	await expect(page.getByText(said('web.reach.down'))).toBeVisible({ timeout: 30_000 });
	await page.reload();
	await expect(page.getByRole('heading', { name: said('web.room.down') })).toBeVisible({ timeout: 30_000 });
	await own.start();
	await expect(city(page, 'atlanta')).toBeVisible({ timeout: 30_000 });
});

test('a newer client is told, not forced', async ({ own, open }, info) => {
	// Makes a new version: the same program, whose page names another build.
	const bytes = await readFile(program);
	const words = Buffer.from('<meta name="build" content="');
	let changed = 0;
	for (let i = bytes.indexOf(words); i >= 0; i = bytes.indexOf(words, i + 1)) {
		const id = i + words.length;
		if (!/^[0-9a-f]{12}"$/.test(bytes.toString('latin1', id, id + 13))) continue;
		bytes.write('newer', id);
		changed++;
	}
	expect(changed).toBeGreaterThan(0);
	const newer = join(info.outputDir, 'theriac-newer');
	await mkdir(info.outputDir, { recursive: true });
	await writeFile(newer, bytes);
	await chmod(newer, 0o755);

	const table = await own.table();
	const page = await open({ at: own, path: table.path, as: table.who(0), settings: brisk });
	await ready(page);
	await page.clock.install();
	await page.reload();
	await ready(page);
	await page.evaluate(async () => void (await navigator.serviceWorker.ready));
	await own.kill();
	await own.start(newer);
	// A table opened now appears from the cache immediately. The page then announces the new version, and
	// reloads.
	const again = await page.context().newPage();
	await again.goto(table.path);
	const build = () => again.locator('meta[name="build"]').getAttribute('content');
	expect(await build()).not.toMatch(/^newer/);
	await again.getByRole('button', { name: said('web.update.reload') }).click();
	await expect.poll(build).toMatch(/^newer/);
	await again.close();
	await page.clock.fastForward('06:00');
	await expect(page.getByText(said('web.update.text'))).toBeVisible({ timeout: 30_000 });
	await expect(city(page, 'atlanta')).toBeVisible();
	await page.getByRole('button', { name: said('web.update.reload') }).click();
	await ready(page);
	await expect(page.getByText(said('web.update.text'))).toBeHidden();
});
