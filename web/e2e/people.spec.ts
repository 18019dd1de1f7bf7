// Tests what people can do about each other: two people and a host at a table, on a desktop and on phones, in
// English and in French. It covers sheets, removal, knocks, votes, blocks, reports, and decisions.

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { OwnDecision, Table } from '../src/gen/api.ts';
import { violations } from './axe.ts';
import { nightly, sizes } from './browser.ts';
import type { Person } from './person.ts';
import { ready } from './seen.ts';
import { Server } from './server.ts';
import type { TableAt } from './table.ts';
import { brisk, expect, type Open, test } from './test.ts';
import { like, said } from './words.ts';

const phone = { viewport: sizes.phone, hasTouch: true, isMobile: true };

/** A person’s page, with the texts of its language. */
class Seen {
	readonly page: Page;
	private readonly lang: string;

	constructor(page: Page, lang: string) {
		this.page = page;
		this.lang = lang;
	}

	t(key: string, values = {}): string {
		return said(key, values, this.lang);
	}

	button(key: string, values = {}): Locator {
		return this.page.getByRole('button', { name: this.t(key, values), exact: true });
	}

	text(key: string, values = {}): Locator {
		return this.page.getByText(this.t(key, values));
	}

	/** Returns the open dialog with this title. */
	dialog(title: string): Locator {
		return this.page.getByRole('dialog', { name: title });
	}

	async menu(key: string): Promise<void> {
		await this.button('web.menu').click();
		await this.page.getByRole('dialog').last().getByText(this.t(key), { exact: true }).click();
	}

	/** Opens a person’s sheet from the list of people. */
	async sheet(name: string): Promise<Locator> {
		await this.menu('web.people.title');
		const people = this.dialog(this.t('web.people.title'));
		await people
			.getByRole('button', { name: this.t('web.about', { what: this.t('web.people.more'), of: name }) })
			.click();
		return this.dialog(name);
	}

	/** Closes all dialogs. */
	async close(): Promise<void> {
		while ((await this.page.locator('dialog[open]').count()) > 0) {
			await this.page.keyboard.press('Escape');
			await this.page.waitForTimeout(50);
		}
	}

	async chat(): Promise<void> {
		const name = this.t('web.chat.title');
		await this.page.getByRole('tab', { name }).or(this.page.getByRole('button', { name })).last().click();
	}

	message(text: string): Locator {
		return this.page.getByRole('log').getByText(text);
	}
}

/** Opens a table for Ada on a desktop, and for Léon (in French) and Noor on phones. */
async function visits(open: Open, table: TableAt, at?: Server): Promise<[Seen, Seen, Seen]> {
	const looks = [
		{ lang: 'en', browser: { viewport: sizes.desktop } },
		{ lang: 'fr', browser: phone },
		{ lang: 'en', browser: phone },
	];
	const pages = looks.map(async ({ lang, browser }, seat) => {
		const settings = { ...brisk, lang, hints: false };
		const page = await open({ as: table.people[seat], path: table.path, settings, browser, at });
		return new Seen(page, lang);
	});
	return (await Promise.all(pages)) as [Seen, Seen, Seen];
}

const say = (who: Person, table: TableAt, text: string) =>
	who.call('POST', `/api/tables/${table.id}/talk`, { text, to: 'table' });

test('people mute, block and report each other', async ({ open, server }) => {
	const table = await server.table({ settings: { players: '3' }, seconds: 600 });
	const [ada, léon, noor] = await visits(open, table);
	for (const { page } of [ada, léon, noor]) await ready(page);
	await say(table.who(1), table, 'hurry up, you fools');

	// Ada mutes Léon from his message, on her device only, and takes it back.
	await ada.chat();
	await ada.message('hurry up').hover();
	await ada.button('web.chat.about', { name: 'Léon' }).click();
	const sheet = ada.dialog('Léon');
	await expect(sheet.getByText('hurry up')).toBeVisible();
	await sheet
		.getByRole('button', { name: ada.t('web.people.mute') })
		.first()
		.click();
	await expect(ada.message('hurry up')).toHaveCount(0);
	await ada.page.reload();
	await ready(ada.page);
	await ada.chat();
	await expect(ada.text('web.chat.empty')).toBeVisible();
	await ada.page
		.locator('.face')
		.getByRole('button', { name: ada.t('web.people.open', { name: 'Léon' }) })
		.click();
	await sheet
		.getByRole('button', { name: ada.t('web.people.mute') })
		.first()
		.click();
	await ada.close();
	await expect(ada.message('hurry up')).toBeVisible();

	// Noor reports the message. Afterwards the dialog offers to block Léon, which she does.
	await noor.chat();
	await noor.button('web.chat.about', { name: 'Léon' }).click();
	await noor
		.dialog('Léon')
		.getByRole('button', { name: noor.t('web.people.report') })
		.click();
	const report = noor.dialog(noor.t('web.report.title.of', { name: 'Léon' }));
	await report.getByRole('radio', { name: noor.t('web.report.kind.hurtful') }).check({ force: true });
	await expect(report.getByRole('combobox')).toContainText('hurry up');
	expect(await violations(noor.page)).toEqual([]);
	const sent = noor.page.waitForRequest(/\/report$/);
	await report.getByRole('button', { name: noor.t('web.report.send') }).click();
	expect((await sent).postDataJSON()).toMatchObject({ kind: 'hurtful', line: expect.any(Number) });
	await expect(report.getByText(noor.t('web.report.sent'))).toBeVisible();
	await report.getByRole('button', { name: noor.t('web.people.block.of', { name: 'Léon' }) }).click();
	await expect(noor.message('hurry up')).toHaveCount(0);
	await say(table.who(1), table, 'can anybody hear me');
	await say(table.who(0), table, 'yes, I can');
	await expect(noor.message('yes, I can')).toBeVisible();
	await expect(noor.message('can anybody')).toHaveCount(0);
	await noor.close();

	// Noor ends the block in the settings.
	await noor.page.goto('/settings');
	const blocked = noor.page.locator('#blocked');
	await blocked.getByRole('button', { name: noor.t('web.people.unblock') }).click();
	await expect(blocked.getByText(noor.t('web.blocks.none'))).toBeVisible();
});

test('those present decide about a pause and a bot', async ({ open, server }) => {
	const table = await server.table({ settings: { players: '3' }, seconds: 600 });
	const [ada, léon, noor] = await visits(open, table);
	for (const { page } of [ada, léon, noor]) await ready(page);

	// Léon proposes a pause in French. Ada agrees, and with her there is a majority.
	await léon.menu('web.menu.pause');
	await expect(léon.text('web.proposal.own-pause')).toBeVisible();
	await expect(ada.page.getByText(said('web.proposal.pause', { who: 'Léon' }))).toBeVisible();
	await ada.page.getByRole('button', { name: said('move.agree'), exact: true }).click();
	for (const who of [ada, léon, noor])
		await expect(who.page.getByText(who.t('web.paused.by', { name: 'Léon' }))).toBeVisible();
	await noor.button('web.menu.resume').click();
	await léon.page.getByRole('button', { name: léon.t('move.agree'), exact: true }).click();
	await expect(ada.text('web.paused.by', { name: 'Léon' })).toHaveCount(0);

	// Noor leaves her seat. Léon, who is not the host, proposes a bot for it.
	await table.who(2).call('POST', `/api/tables/${table.id}/stand`, { seat: 2 });
	await léon.menu('web.people.title');
	await léon.button('web.people.bot-ask').click();
	await expect(ada.page.getByText(like('web.proposal.bot'))).toBeVisible();
	await ada.page.getByRole('button', { name: said('move.agree'), exact: true }).click();
	await expect
		.poll(async () => (await table.who(0).call<Table>('GET', `/api/tables/${table.id}`)).seats?.[2]?.bot)
		.toBeTruthy();
});

test('a host removes and bans, is asked when somebody knocks, and hands the table over', async ({ open }) => {
	const server = await Server.open({ limited: true });
	try {
		const table = await server.table({ gathering: true, public: true, settings: { players: '4' } });
		for (const name of ['Léon', 'Noor']) {
			const person = await server.person(name);
			await person.call('POST', `/api/tables/${table.id}/sit`, {});
			table.people.push(person);
		}
		const [ada, léon, noor] = await visits(open, table, server);

		// Only the host may start or take all free seats, until she lets Noor help.
		await expect(ada.button('web.lobby.sit-rest')).toBeVisible();
		await expect(noor.button('web.lobby.sit-rest')).toHaveCount(0);
		const row = (who: Seen, name: string) =>
			who.page.locator('li[data-seat]').getByRole('button', { name: who.t('web.people.open', { name }) });
		await row(ada, 'Noor').click();
		await ada
			.dialog('Noor')
			.getByRole('button', { name: ada.t('web.people.help') })
			.click();
		await expect(noor.button('web.lobby.sit-rest')).toBeVisible();
		await ada.close();

		// Ada removes Léon. He immediately reads this in French, and cannot sit again.
		await row(ada, 'Léon').click();
		await ada
			.dialog('Léon')
			.getByRole('button', { name: ada.t('web.people.remove') })
			.click();
		await ada
			.dialog('Léon')
			.getByRole('button', { name: ada.t('web.people.remove') })
			.last()
			.click();
		await expect(léon.page.getByRole('heading', { name: léon.t('web.room.removed-here') })).toBeVisible();
		expect(await violations(léon.page)).toEqual([]);
		await léon.page.reload();
		await expect(léon.page.getByRole('heading', { name: léon.t('web.room.removed-here') })).toBeVisible();

		// A new guest from the same address has to knock. Ada lets them in.
		const guest = new Seen(await open({ at: server, path: table.path, settings: brisk }), 'en');
		await guest.page.getByRole('textbox', { name: guest.t('web.lobby.name') }).fill('Pia');
		await guest.button('web.lobby.sit-down').click();
		await expect(guest.text('web.knock.waits')).toBeVisible();
		await expect(ada.page.getByText(ada.t('web.knock', { name: 'Pia' }))).toBeVisible();
		expect(await violations(ada.page)).toEqual([]);
		await ada.page
			.getByRole('button', { name: said('web.about', { what: ada.t('web.knock.yes'), of: 'Pia' }) })
			.click();
		await expect(ada.text('web.knock', { name: 'Pia' })).toHaveCount(0);
		await expect(row(ada, 'Pia')).toBeVisible();

		// Pia is banned, and reads this immediately. Noor becomes the host, and Ada loses the host’s controls.
		await row(ada, 'Pia').click();
		await ada
			.dialog('Pia')
			.getByRole('button', { name: ada.t('web.people.ban') })
			.click();
		await ada
			.dialog('Pia')
			.getByRole('button', { name: ada.t('web.people.ban') })
			.last()
			.click();
		await expect(guest.page.getByRole('heading', { name: guest.t('web.room.banned') })).toBeVisible();
		await row(ada, 'Noor').click();
		await ada
			.dialog('Noor')
			.getByRole('button', { name: ada.t('web.people.host') })
			.click();
		await ada
			.dialog('Noor')
			.getByRole('button', { name: ada.t('web.people.host') })
			.last()
			.click();
		await expect(noor.text('web.lobby.hosting')).toBeVisible();
		await expect(ada.text('web.lobby.hosting')).toHaveCount(0);
	} finally {
		await server.close();
	}
});

test('a person reads a decision about them, and answers it while suspended', async ({ open }) => {
	const folder = await mkdtemp(join(tmpdir(), 'theriac-key-'));
	const file = join(folder, 'key');
	await writeFile(file, 'a key for this test only', { mode: 0o600 });
	const server = await Server.open({ flags: ['--operator-key-file', file] });
	try {
		const [operator, léon] = [await server.person('Ida'), await server.person('Léon', 'fr')];
		const decide = async (what: string, words: string, more = {}) => {
			await operator.call('POST', '/api/operator', { key: 'a key for this test only' });
			const body = { about: léon.id, what, reason: 'hurtful', words, key: randomUUID(), ...more };
			return operator.call<{ id: string }>('POST', '/api/console/decisions', body);
		};
		await decide('warn', 'Please be kind.');
		const settings = { ...brisk, lang: 'fr' };
		const seen = new Seen(await open({ as: léon, at: server, settings, browser: phone }), 'fr');
		await seen.page.getByRole('link', { name: seen.t('web.decisions.read') }).click();
		await expect(seen.text('web.decisions.words', { words: 'Please be kind.' })).toBeVisible();
		expect(await violations(seen.page)).toEqual([]);
		await seen.page.goto('/');
		await expect(seen.page.getByRole('main')).toBeVisible();
		await expect(seen.page.getByRole('link', { name: seen.t('web.decisions.read') })).toHaveCount(0);

		// A suspended person sees the decision on every page, and can answer, export and sign out.
		await decide('suspend', 'One week off.', { until: new Date(Date.now() + 7 * 86_400_000).toISOString() });
		await seen.page.goto('/hall');
		await expect(seen.text('web.decisions.words', { words: 'One week off.' })).toBeVisible();
		expect(await violations(seen.page)).toEqual([]);
		await expect(seen.page.getByRole('link', { name: seen.t('web.settings.export') })).toBeVisible();
		await seen.page.getByRole('textbox').first().fill('Pardon.');
		await seen.button('web.decisions.appeal.send').first().click();
		await expect(seen.page.getByText(like('web.decisions.appealed', 'fr')).first()).toBeVisible();
		const [own] = await léon.call<OwnDecision[]>('GET', '/api/me/decisions');
		await seen.button('web.decisions.out').click();
		await expect(seen.button('web.decisions.out')).toHaveCount(0);

		// The secret link opens the decision for a browser that is not signed in.
		const path = new URL(own?.link ?? '').pathname;
		const other = new Seen(await open({ path, at: server, settings: brisk }), 'en');
		await expect(other.text('web.decisions.words', { words: 'One week off.' })).toBeVisible();
		await expect(other.page.getByText('Pardon.')).toBeVisible();
	} finally {
		await server.close();
		await rm(folder, { recursive: true });
	}
});

test('hosting passes on when the host has been away for two minutes', nightly, async ({ open, server }) => {
	test.setTimeout(300_000);
	const table = await server.table({ settings: { players: '3' }, seconds: 600 });
	const [ada, léon, noor] = await visits(open, table);
	for (const { page } of [ada, léon, noor]) await ready(page);
	await ada.page.close();
	const record = () => table.who(1).call<Table>('GET', `/api/tables/${table.id}`);
	await expect.poll(async () => (await record()).host?.name, { timeout: 200_000 }).toBe('Léon');
	// Ada is away, so the two others decide about her seat without her.
	const sheet = await noor.sheet('Ada');
	await sheet.getByRole('button', { name: noor.t('web.people.bot-ask') }).click();
	await léon.page.getByRole('button', { name: léon.t('move.agree'), exact: true }).click();
	await expect.poll(async () => (await record()).seats?.[0]?.standin).toBeTruthy();
});
