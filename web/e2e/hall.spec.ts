// Tests that strangers become a team: from the first page to one table in a few taps, without a form.

import { devices, type Locator, type Page } from '@playwright/test';
import type { Table, Update } from '../src/gen/api.ts';
import { violations } from './axe.ts';
import { play, visitor } from './company.ts';
import { hoarder } from './drive.ts';
import { report } from './figures.ts';
import { Player } from './player.ts';
import { menu } from './scenes.ts';
import { Server } from './server.ts';
import { askedBy, TableAt, worldOf } from './table.ts';
import { brisk, expect, type Open, test } from './test.ts';
import { type Lang, like, said } from './words.ts';

const { defaultBrowserType: _, ...device } = devices['iPhone 13'];
const phone = { ...device, viewport: { width: 390, height: 844 } };

/** A page, and what it says in its language. */
class Seen {
	readonly page: Page;
	readonly lang: Lang;

	constructor(page: Page, lang: Lang) {
		this.page = page;
		this.lang = lang;
	}

	t = (key: Parameters<typeof said>[0], values = {}) => said(key, values, this.lang);

	/** Returns the large button that takes a seat. */
	get take(): Locator {
		return this.page.getByRole('button', { name: new RegExp(`^${this.t('web.hall.take')}`) }).first();
	}
}

/** Opens a browser on a phone, whose user reads these languages, the first one best. */
async function stranger(open: Open, at: Server, reads: readonly [Lang, ...string[]]): Promise<Seen> {
	const page = await open({
		path: '/about/none',
		at,
		settings: { ...brisk, lang: reads[0] },
		browser: { ...phone, locale: reads[0] },
	});
	await page.addInitScript((tags) => {
		Object.defineProperty(navigator, 'languages', { get: () => tags });
	}, reads);
	await page.goto('/');
	return new Seen(page, reads[0]);
}

/** Counts the presses that a person needs. */
function counted() {
	let taps = 0;
	return {
		taps: () => taps,
		tap: async (target: Locator) => {
			taps++;
			await target.tap();
		},
	};
}

/** Takes a bot's seat through the first page and the hall, and returns the seat. */
async function joinsIn(seen: Seen, table: string, taps = counted()): Promise<number> {
	const { page } = seen;
	await taps.tap(page.getByRole('link', { name: seen.t('web.landing.hall') }));
	// The button names the people before it is pressed.
	const names = seen.t('web.hall.take.with', { names: '' });
	const take = page.getByRole('button', { name: new RegExp(`^${seen.t('web.hall.take')}.*${names}`) });
	await expect(page.locator('.table.large .board')).toHaveCSS('background-image', /board-.*webp/);
	await taps.tap(take);
	await expect(page).toHaveURL(new RegExp(`/t/${table}(\\?join)?$`));
	// The seat is kept. The sheet that opens here takes it, right away or after the bot's move.
	const sheet = page.getByRole('dialog');
	await taps.tap(sheet.getByRole('button', { name: like('web.join.take', seen.lang) }));
	await expect(sheet).toBeHidden({ timeout: 60_000 });
	const me = await visitor(page);
	const { seats } = await me.call<Table>('GET', `/api/tables/${table}`);
	const seat = seats?.find(({ holder }) => holder?.id === me.id)?.seat;
	expect(seat).toBeDefined();
	return seat ?? 0;
}

test('strangers with different languages become a team in three taps, others come and go, and newcomers end the game', async ({
	open,
}) => {
	test.setTimeout(360_000);
	const server = await Server.open();
	try {
		const began = performance.now();
		const one = await stranger(open, server, ['en']);
		const ones = counted();
		await ones.tap(one.page.getByRole('link', { name: one.t('web.landing.hall') }));
		await expect(one.page.getByText(one.t('web.hall.nobody'))).toBeVisible();
		await ones.tap(one.take);
		await expect(one.page).toHaveURL(/\/t\/\w+$/);
		const id = new URL(one.page.url()).pathname.split('/').at(-1) ?? '';
		await expect(one.page.locator('[data-map]')).toBeVisible();

		const two = await stranger(open, server, ['fr', 'en']);
		const twos = counted();
		const second = await joinsIn(two, id, twos);
		expect(ones.taps()).toBeLessThanOrEqual(3);
		expect(twos.taps()).toBeLessThanOrEqual(3);
		report({
			what: 'two strangers sit together after',
			unit: 's',
			value: (performance.now() - began) / 1000,
			mark: { most: 20 },
		});

		// At its start, one person played. The game goes on with two to its fifth turn.
		const host = await visitor(one.page);
		const record = () => host.call<Table>('GET', `/api/tables/${id}`);
		const holders = async () => (await record()).seats?.map(({ holder }) => holder?.id);
		const first = (await holders())?.indexOf(host.id) ?? -1;
		expect(first).not.toBe(second);
		await host.call('PUT', `/api/tables/${id}/pace`, { botPace: 'at-once' });
		const table = new TableAt(id, [], '');
		table.people[first] = host;
		table.people[second] = await visitor(two.page);
		const turn = (u: Update) => worldOf(u).turn ?? 0;
		await play(table, [first, second], (u) => turn(u) >= 4);

		// A third person takes a bot's seat, and makes a move on the page.
		const three = await stranger(open, server, ['en']);
		const third = await joinsIn(three, id);
		table.people[third] = await visitor(three.page);
		await play(table, [first, second], (u) => askedBy(u).includes(third));
		const { made } = await table.view(third);
		const player = new Player(three.page, 'the third');
		await expect
			.poll(
				async () => {
					await player.act();
					return (await table.view(third)).made;
				},
				{ timeout: 60_000 },
			)
			.toBeGreaterThan(made);

		// A fourth person takes the last seat, and hands it over again. So does the first one of all.
		const dee = await server.person('Dee');
		const last = [0, 1, 2, 3].find((seat) => ![first, second, third].includes(seat)) ?? 0;
		await dee.call('POST', `/api/tables/${id}/keep`, { seat: last });
		await play(table, [first, second, third], (u) => !askedBy(u).includes(last));
		await dee.call('POST', `/api/tables/${id}/dropin`, { seat: last });
		const four = await open({ path: `/t/${id}`, as: dee, at: server, settings: brisk, browser: phone });
		await menu(four, 'web.menu.to-bot');
		const sure = four.getByRole('dialog').last();
		await sure.getByRole('button', { name: said('web.to-bot.yes') }).click();
		await expect(four).toHaveURL(/\/hall$/);
		await host.call('POST', `/api/tables/${id}/givetobot`, { seat: first });
		delete table.people[first];
		const seats = (await record()).seats ?? [];
		expect(seats.filter(({ bot }) => bot).map(({ seat }) => seat)).toEqual([first, last].toSorted());

		// The bots go on, and the game ends with two people who were not there at its start.
		const end = await play(table, [second, third], (u) => u.over !== undefined, hoarder);
		expect(turn(end)).toBeGreaterThan(8);
		const there = [];
		there[second] = table.who(second).id;
		there[third] = table.who(third).id;
		expect(await holders()).toEqual([0, 1, 2, 3].map((seat) => there[seat]));
		await expect.poll(async () => (await record()).status).toBe('finished');
		for (const seen of [two, three])
			await expect(seen.page.getByRole('region', { name: seen.t('web.table.end') })).toBeVisible();
	} finally {
		await server.close();
	}
});

test('the hall says what there is, remembers wishes and takes the Enter key', async ({ open }) => {
	const server = await Server.open();
	try {
		const host = await server.person('Ada');
		const table = await host.call<Table>('POST', '/api/tables', {
			game: 'pharmacy',
			settings: { players: '4' },
			sit: 'one',
			public: true,
			hall: { level: 'standard', languages: ['en'], talk: 'quiet' },
		});
		const hosts = await open({ path: `/t/${table.id}`, as: host, at: server, settings: brisk });
		await expect(hosts.getByRole('main')).toBeVisible();

		const page = await open({ path: '/hall', at: server, settings: brisk });
		const seen = new Seen(page, 'en');
		const { take } = seen;
		const talk = page.getByLabel(seen.t('web.hall.wish.talk'));
		await expect(async () => {
			await page.reload();
			await expect(take).toContainText(seen.t('web.hall.take.with', { names: 'Ada' }), { timeout: 2000 });
		}).toPass();
		expect(await violations(page)).toEqual([]);

		// A wish that the table does not fulfil leads to a new table, and stays after a reload.
		await talk.selectOption('free');
		await expect(take).toContainText(seen.t('web.hall.take.new'));
		const card = page.getByRole('button', { name: new RegExp(`^Ada.*${seen.t('web.hall.sit')}`) });
		await expect(card).toBeVisible();
		expect(await violations(page)).toEqual([]);
		await page.reload();
		await expect(talk).toHaveValue('free');
		await talk.selectOption('quiet');
		await expect(take).toContainText('Ada');

		await page.getByRole('heading', { level: 1 }).click();
		await page.keyboard.press('Enter');
		await expect(page).toHaveURL(new RegExp(`/t/${table.id}$`));
		const record = () => host.call<Table>('GET', `/api/tables/${table.id}`);
		await expect.poll(async () => (await record()).seats?.filter(({ holder }) => holder).length).toBe(2);
	} finally {
		await server.close();
	}
});

test('without a connection the hall keeps its button and says so', async ({ open, server }) => {
	const page = await open({ path: '/hall', settings: brisk });
	const seen = new Seen(page, 'en');
	const { take } = seen;
	await expect(take).toBeVisible();
	await page.route(`${server.origin}/api/hall*`, (route) => route.abort());
	await page.getByLabel(seen.t('web.hall.wish.pace')).selectOption('slow');
	await expect(page.getByText(seen.t('web.hall.offline'))).toBeVisible();
	await expect(take).toBeVisible();
	expect(await violations(page)).toEqual([]);
	await page.unroute(`${server.origin}/api/hall*`);
	await page.getByRole('button', { name: seen.t('web.app.again') }).click();
	await expect(page.getByText(seen.t('web.hall.offline'))).toHaveCount(0);
});
