// Tests the client without a connection, when it starts from its cache. Games on this device begin,
// continue after a reload and end, with bots and without a server. The server is not only unreachable: its
// process has ended.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { gate, nightly, sizes } from './browser.ts';
import { Patient, Plan } from './pharmacy-player.ts';
import { Player } from './player.ts';
import { dialog, press } from './scenes.ts';
import { ready } from './seen.ts';
import { Server } from './server.ts';
import { brisk, expect, type Open, test } from './test.ts';
import { said } from './words.ts';

/**
 * Returns a browser that has opened the page for games on this device once, and its server, which has
 * stopped since.
 */
async function cutOff(open: Open, game: string, phone = false): Promise<{ page: Page; server: Server }> {
	const server = await Server.open();
	const touch = { hasTouch: true, isMobile: true };
	const browser = phone ? { viewport: sizes.phone, ...touch } : { viewport: sizes.desktop };
	const first = await open({ at: server, path: '/device', settings: { ...brisk, hints: false }, browser });
	await first.evaluate(() => navigator.serviceWorker.ready);
	await pick(first, game);
	const row = first.locator('li', { hasText: said(`game.${game}`) });
	await expect(row.getByText(said('web.device.kept'))).toBeVisible({ timeout: 30_000 });
	const context = first.context();
	await first.close();
	await server.kill();
	await context.setOffline(true);
	return { page: await context.newPage(), server };
}

async function pick(page: Page, game: string): Promise<void> {
	await page
		.getByRole('group', { name: said('web.new.which'), exact: true })
		.getByRole('radio', { name: said(`game.${game}`) })
		.check({ force: true });
}

/** Opens a table on this device from the landing page, as the installed app does. */
async function begin(page: Page, game: string, level: string): Promise<void> {
	await page.goto('/');
	await page
		.getByRole('link', { name: said('web.device.title') })
		.first()
		.click();
	await pick(page, game);
	await page.getByLabel(said('web.device.seats')).selectOption(level);
	if (level !== 'alone') await page.getByLabel(said('web.bots.pace')).selectOption('at-once');
	await page.getByRole('button', { name: said('web.device.start') }).click();
	await expect(page).toHaveURL(/\/t\/device-/);
}

/**
 * Returns what the browser stores about the game that a page shows, or about the game at another address.
 */
function kept(page: Page, address = page.url()): Promise<{ made: number; over?: object; taken?: string }> {
	return page.evaluate(async (id) => {
		const read = <T>(request: IDBRequest<T>) =>
			new Promise<T>((done) => {
				request.onsuccess = () => done(request.result);
			});
		const db = await read(indexedDB.open('theriac'));
		const game = await read(db.transaction('games').objectStore('games').get(id));
		db.close();
		return game;
	}, new URL(address).pathname.split('/')[2] ?? '');
}

test('a whole game of the pharmacy beside bots, on a phone without a server', nightly, async ({ open }) => {
	test.setTimeout(480_000);
	const { page, server } = await cutOff(open, 'pharmacy', true);
	await begin(page, 'pharmacy', 'novice');
	await expect(page.locator('#tray')).toBeVisible();
	const patient = new Patient(page, new Plan(7));
	const end = page.getByRole('region', { name: said('web.table.end') });
	let answered = 0;
	await expect
		.poll(
			async () => {
				if (await end.isVisible()) return true;
				const sending = await page.locator('#tray.sending').count();
				const asked = sending === 0 && (await patient.answers()).length > 0;
				if (asked && (await patient.answer().catch(() => ''))) answered++;
				if (answered === 4) {
					answered++;
					await page.reload();
					await expect(page.locator('#tray')).toBeVisible();
				}
				return false;
			},
			{ timeout: 420_000, intervals: [100] },
		)
		.toBe(true);
	expect(answered).toBeGreaterThan(6);
	expect((await kept(page)).over).toBeDefined();
	await server.close();
});

test('a game of the world beside bots on this device, without a server', async ({ open }) => {
	test.setTimeout(480_000);
	const { page, server } = await cutOff(open, 'world');
	await begin(page, 'world', 'novice');
	await ready(page);

	// Features that need a server are not offered.
	await expect(page.getByRole('tab', { name: said('web.table.log') })).toHaveCount(1);
	await expect(page.getByRole('tab', { name: said('web.table.chat') })).toHaveCount(0);
	await press(page, 'web.menu');
	await expect(dialog(page).getByText(said('web.menu.device'), { exact: true })).toBeVisible();
	for (const key of ['menu.mine', 'menu.stand', 'menu.report', 'menu.handover', 'branch.try', 'people.title'])
		await expect(dialog(page).getByText(said(`web.${key}`), { exact: true })).toHaveCount(0);
	await page.keyboard.press('Escape');

	const player = new Player(page, 'You');
	const whole = !gate;
	const { made: first } = await kept(page);
	let reloaded = false;
	await expect
		.poll(
			async () => {
				await player.act();
				await player.settled();
				const { made, over } = await kept(page);
				if (made > first + 8 && !reloaded) {
					// The game continues from its stored entries.
					reloaded = true;
					await page.reload();
					await ready(page);
					expect((await kept(page)).made).toBeGreaterThanOrEqual(made);
				}
				return over !== undefined || (!whole && made > first + 10);
			},
			{ timeout: 420_000, intervals: [50] },
		)
		.toBe(true);
	expect(reloaded).toBe(true);
	if (!whole) {
		await press(page, 'web.menu');
		await dialog(page).getByText(said('web.menu.giveup'), { exact: true }).click();
		await dialog(page)
			.getByRole('button', { name: said('web.giveup.yes') })
			.click();
	}
	await expect.poll(async () => (await kept(page)).over !== undefined).toBe(true);

	// The list of games links to the replay, which shows every step. It can also delete the game.
	await page.goto('/device');
	const list = page.getByRole('list', { name: said('web.device.games') });
	await list.getByRole('link', { name: said('web.tables.review') }).click();
	await ready(page);
	await expect(page.getByRole('tab', { name: said('web.story') })).toHaveCount(0);
	await expect(page.getByRole('button', { name: said('web.branch') })).toHaveCount(0);
	await page.goBack();
	await list.getByRole('button', { name: said('web.device.delete') }).click();
	await dialog(page)
		.getByRole('button', { name: said('web.device.delete'), exact: true })
		.click();
	await expect(list).toHaveCount(0);
	await server.close();
});

/**
 * Makes a proxy of a server. It can replace the client's build with another one, which has another
 * WebAssembly file for the world game.
 */
async function front(server: Server) {
	const build = { old: '', new: 'f'.repeat(12) };
	const file = { old: '', new: `/assets/world-${'0'.repeat(12)}.wasm` };
	let newer = false;
	const answer = async (request: IncomingMessage, response: ServerResponse) => {
		const path = (request.url ?? '/').replace(file.new, file.old);
		const got = await fetch(server.origin + path, {
			headers: { accept: request.headers.accept ?? '*/*' },
		});
		let body = Buffer.from(await got.arrayBuffer());
		if (path === '/sw.js' || path === '/device' || path === '/') {
			let text = body.toString();
			build.old ||= /<meta name="build" content="(\w+)"/.exec(text)?.[1] ?? '';
			file.old ||= /\/assets\/world-[0-9a-f]{12}\.wasm/.exec(text)?.[0] ?? '';
			if (newer) text = text.replaceAll(build.old, build.new).replaceAll(file.old, file.new);
			body = Buffer.from(text);
		}
		response.writeHead(got.status, { 'Content-Type': got.headers.get('Content-Type') ?? '' });
		response.end(body);
	};
	// A request fails if the browser or the server closes before the response is complete.
	const before = createServer((request, response) => {
		answer(request, response).catch(() => response.destroy());
	});
	await new Promise<void>((done) => before.listen(0, '127.0.0.1', done));
	const origin = `http://127.0.0.1:${(before.address() as AddressInfo).port}`;
	return {
		origin,
		file,
		build,
		renew: () => {
			newer = true;
		},
		close: () => before.close(),
	};
}

test('a newer client brings its own files of the games that were kept, and the old ones go', async ({
	open,
	server,
}) => {
	const { origin, file, build, renew, close } = await front(server);
	const page = await open({ at: { origin } as Server, path: '/device', settings: brisk });
	await page.evaluate(() => navigator.serviceWorker.ready);
	await page.reload(); // the service worker controls only pages that open after it is ready
	const row = page.locator('li', { hasText: said('game.world') });
	await expect(row.getByText(said('web.device.kept'))).toBeVisible({ timeout: 30_000 });
	const files = (at: Page) =>
		at.evaluate(async () => {
			const all = [];
			for (const name of await caches.keys())
				for (const { url } of await (await caches.open(name)).keys())
					if (/\.wasm$|\/rules/.test(url)) all.push(`${name} ${url.slice(location.origin.length)}`);
			return all.sort();
		});
	const rules = ['en', 'fr'].map((lang) => `/api/games/world/rules?lang=${lang}`);
	const inBuild = (id: string, paths: string[]) => paths.map((path) => `theriac ${id} ${path}`);
	expect(await files(page)).toEqual(inBuild(build.old, [...rules, file.old]));

	renew();
	await page.evaluate(async () => {
		const registration = await navigator.serviceWorker.ready;
		await registration.update();
	});
	await expect
		.poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting)), {
			timeout: 60_000,
		})
		.toBe(true);
	// The new service worker takes over once no page of the earlier build is open.
	const context = page.context();
	await page.close();
	const next = await context.newPage();
	// A page that opens before the new service worker takes over still belongs to the earlier build. So it is
	// closed again.
	const opened = async () => {
		await next.goto('about:blank');
		await next.goto('/device');
		return files(next);
	};
	await expect
		.poll(opened, { timeout: 60_000, intervals: [500] })
		.toEqual(inBuild(build.new, [...rules, file.new]));
	await next.close();
	close();
});

test('a game taken along goes on without its server, and comes back once it runs again', async ({ open }) => {
	test.setTimeout(180_000);
	const server = await Server.open();
	const page = await open({ at: server, path: '/device', settings: { ...brisk, hints: false } });
	const { id } = await page.evaluate(async () => {
		const post = async (path: string, body: object) => {
			const headers = { 'Content-Type': 'application/json' };
			return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
		};
		await post('/api/people', { name: 'Ada' });
		const settings = { players: '2', epidemics: '4' };
		return post('/api/tables', { game: 'world', settings, sit: 'all', start: true });
	});
	await page.goto(`/t/${id}`);
	await ready(page);
	await press(page, 'web.menu');
	await dialog(page).getByText(said('web.menu.along'), { exact: true }).click();
	await dialog(page)
		.getByRole('button', { name: said('web.along.yes') })
		.click();
	await expect(page).toHaveURL(/\/t\/device-/, { timeout: 60_000 });
	await ready(page);
	await server.kill();

	const player = new Player(page, 'You');
	const { made: first } = await kept(page);
	await expect
		.poll(
			async () => {
				await player.act();
				await player.settled();
				return (await kept(page)).made > first + 2;
			},
			{ timeout: 90_000, intervals: [50] },
		)
		.toBe(true);
	const { made } = await kept(page);

	await server.start();
	const locked = await page.evaluate(async (id) => (await fetch(`/api/tables/${id}/view`)).json(), id);
	expect(locked.away).toBe(true);
	// Two more tabs show the game on this device. The last of them receives no messages from other tabs.
	const [other, deaf] = [await page.context().newPage(), await page.context().newPage()];
	await deaf.addInitScript(() => {
		Object.defineProperty(BroadcastChannel.prototype, 'onmessage', { set: () => {} });
	});
	const here = page.url();
	for (const tab of [other, deaf]) {
		await tab.goto(here);
		await ready(tab);
	}
	await page.goto('/device');
	const list = page.getByRole('list', { name: said('web.device.games') });
	await list.getByRole('button', { name: said('web.device.back') }).click();
	await expect(list.getByText(said('web.device.taken'), { exact: true })).toBeVisible({ timeout: 30_000 });
	await list.getByRole('link').click();
	await expect(page).toHaveURL(new RegExp(`/t/${id}$`));
	await ready(page);
	const back = await page.evaluate(async (id) => (await fetch(`/api/tables/${id}/view`)).json(), id);
	expect(back.away).toBeUndefined();
	expect(back.made).toBe(made);
	const there = new RegExp(`/t/${id}$`);
	await expect(other).toHaveURL(there); // this tab follows the game to the server
	await ready(other);
	await expect(deaf).toHaveURL(here);
	await new Player(deaf, 'You').act(); // nothing is stored on this device any more
	await expect(deaf).toHaveURL(there);
	await ready(deaf);
	expect((await kept(deaf, here)).taken).toBe(id);
	await other.goto(here); // the old address leads to the server's table, too
	await expect(other).toHaveURL(there);
	await Promise.all([other.close(), deaf.close()]);
	await server.close();
});
