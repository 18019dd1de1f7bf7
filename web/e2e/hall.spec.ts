// Tests that strangers become a team: from the first page to one table in a few taps, without a form.

import { devices, type Locator, type Page } from '@playwright/test';
import type { Person as Own, Table } from '../src/gen/api.ts';
import { violations } from './axe.ts';
import { Server } from './server.ts';
import { brisk, expect, type Open, test } from './test.ts';
import { type Lang, said } from './words.ts';

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

test('two strangers with different languages get to the same table in three taps', async ({ open }) => {
	const server = await Server.open();
	try {
		const began = Date.now();
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
		await twos.tap(two.page.getByRole('link', { name: two.t('web.landing.hall') }));
		// The button names the people before it is pressed.
		const take = two.page.getByRole('button', { name: /Prendre place.*avec/ });
		await expect(two.page.locator('.table.large .board')).toHaveCSS('background-image', /board-.*webp/);
		await twos.tap(take);
		await expect(two.page).toHaveURL(new RegExp(`/t/${id}\\?join$`));
		// The seat is kept. The sheet that opens here takes it, right away or after the bot's move.
		const sheet = two.page.getByRole('dialog');
		await twos.tap(sheet.getByRole('button', { name: /^Devenir/ }));
		await expect(sheet).toBeHidden({ timeout: 20_000 });
		const held = await two.page.evaluate(async (table) => {
			const me: Own = await (await fetch('/api/me')).json();
			const record: Table = await (await fetch(`/api/tables/${table}`)).json();
			return record.seats?.find(({ holder }) => holder?.id === me.id)?.seat;
		}, id);
		expect(held).toBeGreaterThan(0);
		expect(ones.taps()).toBeLessThanOrEqual(3);
		expect(twos.taps()).toBeLessThanOrEqual(3);
		test.info().annotations.push({ type: 'both sit after', description: `${Date.now() - began} ms` });
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
