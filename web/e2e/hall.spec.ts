// Tests that strangers become a team: from the first page to one table in a few taps, without a form.

import { devices, type Locator, type Page } from '@playwright/test';
import type { Hall, SeatFound, Table, Update } from '../src/gen/api.ts';
import { violations } from './axe.ts';
import { play, visitor } from './company.ts';
import { hoarder } from './drive.ts';
import { report } from './figures.ts';
import type { Person } from './person.ts';
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
	await expect(page.locator('.table.large .ground')).toHaveCSS('background-image', /board-.*webp/);
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

test('two strangers with different languages get to the same table in three taps', async ({ open }) => {
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
		await joinsIn(two, id, twos);
		expect(ones.taps()).toBeLessThanOrEqual(3);
		expect(twos.taps()).toBeLessThanOrEqual(3);
		report({
			what: 'two strangers sit together after',
			unit: 's',
			value: (performance.now() - began) / 1000,
			mark: { most: 20 },
		});
	} finally {
		await server.close();
	}
});

/** The secret of a deal in which the diseases stay few for the first turns. */
const calm = '42'.repeat(32);

/** Opens a table at which one person plays with bots, that move immediately, and which the hall shows. */
async function begin(server: Server, host: Person): Promise<TableAt> {
	const { id } = await host.call<Table>('POST', '/api/tables', {
		game: 'world',
		settings: { players: '4', epidemics: '4', hands: 'open' },
		sit: 'one',
		public: true,
		hall: { level: 'first', languages: ['en'], talk: 'free' },
	});
	await server.deal(id, calm);
	for (const seat of [1, 2, 3])
		await host.call('PUT', `/api/tables/${id}/seats/${seat}/bot`, { level: 'steady' });
	await host.call('PUT', `/api/tables/${id}/pace`, { botPace: 'at-once' });
	await host.call('POST', `/api/tables/${id}/start`);
	return new TableAt(id, [host], '');
}

test('people take bots’ seats and hand them over, and a game ends with two who did not begin it', async ({
	open,
}) => {
	test.setTimeout(240_000);
	const server = await Server.open();
	try {
		const ada = await server.person('Ada');
		const bea = await server.person('Bea', 'fr');
		const dee = await server.person('Dee');
		const table = await begin(server, ada);
		const record = () => ada.call<Table>('GET', `/api/tables/${table.id}`);
		const holders = async () => (await record()).seats?.map(({ holder }) => holder?.name);
		const turn = (u: Update) => worldOf(u).turn ?? 0;
		expect(await holders()).toEqual(['Ada', undefined, undefined, undefined]);

		/** Gives a bot's seat to a person when its bot need not answer. */
		const takes = async (who: Person, seat: number, others: number[]) => {
			await who.call('POST', `/api/tables/${table.id}/keep`, { seat });
			await play(table, others, (u) => askedBy(u).some((s) => others.includes(s)));
			await who.call('POST', `/api/tables/${table.id}/dropin`, { seat });
			table.people[seat] = who;
		};
		await takes(bea, 2, [0]);
		const french = { ...brisk, lang: 'fr' };
		const two = await open({ path: table.path, as: bea, at: server, settings: french, browser: phone });
		await expect(two.locator('[data-map]')).toBeVisible();

		// At turn 5 a third person takes a bot's seat, and makes a move on the page.
		await play(table, [0, 2], (u) => turn(u) >= 4 && askedBy(u).some((s) => s === 0 || s === 2));
		const three = await stranger(open, server, ['en']);
		const third = await joinsIn(three, table.id);
		expect(third).toBe(1);
		table.people[third] = await visitor(three.page);
		await play(table, [0, 2], (u) => askedBy(u).includes(third));
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

		// A fourth person takes the last seat, and hands it over again. So does the one who began.
		await takes(dee, 3, [0, 1, 2]);
		const four = await open({ path: table.path, as: dee, at: server, settings: brisk, browser: phone });
		await menu(four, 'web.menu.to-bot');
		const sure = four.getByRole('dialog').last();
		await sure.getByRole('button', { name: said('web.to-bot.yes') }).click();
		await expect(four).toHaveURL(/\/hall$/);
		await ada.call('POST', `/api/tables/${table.id}/givetobot`, { seat: 0 });
		const left = await table.view(2);

		// The bots go on, and the game ends with two people who were not there at its start.
		await play(table, [2, third], (u) => turn(u) >= turn(left) + 4);
		const path = `/api/tables/${table.id}/view?after=${left.n}&fresh=true`;
		const { steps } = await bea.call<Update>('GET', path);
		const moved = new Set(steps?.flatMap(({ plays }) => plays?.map(({ seat }) => seat)));
		expect([...moved].toSorted()).toEqual([0, 1, 2, 3]);
		await play(table, [2, third], (u) => u.over !== undefined, hoarder);
		expect(await holders()).toEqual([undefined, table.who(third).name, 'Bea', undefined]);
		await expect.poll(async () => (await record()).status).toBe('finished');
		for (const seen of [new Seen(two, 'fr'), three])
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
		const card = page.getByRole('link', { name: new RegExp(`^Ada.*${seen.t('web.hall.sit')}`) });
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

test('cards tell how a game stands, and lead to the seat that they name', async ({ open }) => {
	const server = await Server.open();
	try {
		const found: SeatFound[] = [];
		for (const name of ['Ada', 'Kofi']) {
			const host = await server.person(name);
			const wish = { game: 'world', level: name === 'Ada' ? 'first' : 'standard' };
			found.push(await host.call<SeatFound>('POST', '/api/hall', wish));
		}
		const page = await open({ path: '/about/none', at: server, settings: brisk });
		const known = async () => {
			const answer = await page.request.get(`${server.origin}/api/hall?level=first`);
			return (await answer.json()) as Hall;
		};
		await expect.poll(async () => (await known()).tables?.filter(({ glance }) => glance).length).toBe(2);
		const [first, other] = (await known()).tables ?? [];
		expect([first?.id, other?.id]).toEqual(found.map(({ table }) => table.id));

		// The game of the first table is still the same when the page asks, except that it is near its end.
		await page.route(`${server.origin}/api/hall*`, async (route) => {
			const hall: Hall = await (await route.fetch()).json();
			for (const { id, glance } of [...(hall.tables ?? []), ...(hall.watch ?? [])]) {
				if (id !== other?.id || !glance?.tracks?.[0]) continue;
				glance.turn = 9;
				glance.near = 'outbreaks';
				glance.tracks[0].at = 6;
				glance.goals = glance.goals?.map((goal, i) => ({ ...goal, state: i < 2 ? 'cured' : 'none' }));
				glance.pieces = { blue: { paris: 2 }, station: { atlanta: 1 }, medic: { cairo: 1 } };
			}
			await route.fulfill({ json: hall });
		});
		await page.addInitScript(() => {
			localStorage.setItem('theriac.wishes', '{"game":"world","level":"first","languages":""}');
		});
		await page.goto('/hall');
		const seen = new Seen(page, 'en');
		await expect(seen.take).toContainText(/with Ada, turn \d+/);
		await expect(page.locator('.table.large svg[viewBox="0 0 1600 900"] use')).not.toHaveCount(0);

		const bot = (other?.people ?? []).findIndex(({ bot, holder }) => bot && !holder);
		const role = said(`role.${other?.glance?.cast?.[bot] ?? ''}`);
		const card = page.locator(`a[data-table="${other?.id}"]`);
		await expect(card).toHaveAccessibleName(
			new RegExp(
				`Standard.* Kofi , Turn 9 , Cures: 2 of 4, Outbreaks: 6 of 8 .*Two outbreaks from the end , 3 bots , Take the ${role}’s seat$`,
			),
		);
		await expect(card.locator('.board use, .board ellipse')).toHaveCount(4);
		const watch = page.getByRole('complementary').getByRole('link', { name: /^Kofi’s table .*Watch$/ });
		await expect(watch.locator('.board use, .board ellipse')).toHaveCount(4);
		await expect(watch).toHaveAttribute('href', `/t/${other?.id}`);
		expect(await violations(page)).toEqual([]);

		// The card keeps exactly the seat that it names.
		await card.click();
		await expect(page).toHaveURL(new RegExp(`/t/${other?.id}`));
		await expect(
			page.getByRole('dialog').getByRole('button', { name: `Take the ${role}’s seat` }),
		).toBeVisible();
	} finally {
		await server.close();
	}
});

test('until the hall has answered, its tables are wood without boards', async ({ open, server }) => {
	const page = await open({ path: '/about/none', settings: brisk });
	let answer = () => {};
	const asked = new Promise<void>((done) => {
		answer = done;
	});
	await page.route(`${server.origin}/api/hall*`, async (route) => {
		await asked;
		await route.continue();
	});
	await page.goto('/hall');
	await expect(page.locator('.table.bare')).toHaveCount(3);
	expect(await violations(page)).toEqual([]);
	answer();
	await expect(page.locator('.table.bare')).toHaveCount(0);
	await expect(page.locator('.table.large .board .ground')).toBeVisible();
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

test('two people who come at an hour sit at one table then, and hear of it in the hall', async ({ open }) => {
	const at = new Date(Date.now() + 2 * 3_600_000);
	at.setUTCSeconds(0, 0);
	const server = await Server.open({ flags: ['--zone', 'UTC', '--meet-at', at.toISOString().slice(11, 16)] });
	/** Starts the server again, with a clock that shows some seconds before the hour. */
	const restart = async (seconds: number) => {
		await server.kill();
		const ahead = Math.round((at.getTime() - Date.now()) / 1000) - seconds;
		await server.start(undefined, ['--test-clock-ahead', `${ahead}s`]);
	};
	try {
		const both: Seen[] = [];
		for (const lang of ['en', 'fr'] as const) {
			const seen = await stranger(open, server, [lang, lang === 'en' ? 'fr' : 'en']);
			const { page, t } = seen;
			await page.goto('/hall');
			const panel = page.locator('.meet');
			await panel
				.getByRole('button', { name: t('web.hall.meet.yes'), exact: true })
				.first()
				.tap();
			await expect(panel.getByText(t('web.hall.meet.you'))).toBeVisible();
			await expect(
				panel.getByText(both.length === 0 ? '1 person comes' : '2 personnes viennent'),
			).toBeVisible();
			expect(await violations(page)).toEqual([]);
			both.push(seen);
		}
		const [one, two] = both as [Seen, Seen];
		// The hour is near: both wait in the hall.
		await restart(75);
		for (const { page, t } of both) {
			const answered = page.waitForResponse((r) => r.url().endsWith('/wait') && r.ok());
			await page.goto('/hall');
			await expect(page.getByText(t('web.hall.meet.stay', { time: '' }).split('.')[0] ?? '')).toBeVisible();
			await answered;
		}
		await restart(0);
		for (const { page } of both) await expect(page).toHaveURL(/\/t\/\w+$/, { timeout: 60_000 });
		expect(new URL(one.page.url()).pathname).toBe(new URL(two.page.url()).pathname);
		await expect(one.page.locator('[data-map]')).toBeVisible();
	} finally {
		await server.close();
	}
});

test('people withdraw, and get an address for their calendar that they can make void', async ({ open }) => {
	const server = await Server.open();
	try {
		const page = await open({ path: '/hall', at: server, settings: brisk });
		const { t } = new Seen(page, 'en');
		const panel = page.locator('.meet');
		const yes = panel.getByRole('button', { name: t('web.hall.meet.yes'), exact: true }).first();
		await yes.focus();
		await page.keyboard.press('Enter');
		const not = panel.getByRole('button', { name: t('web.hall.meet.not'), exact: true });
		await expect(not).toBeFocused();
		await page.keyboard.press('Enter');
		await expect(not).toHaveCount(0);
		await expect(yes).toBeFocused();
		await panel.getByRole('button', { name: t('web.hall.meet.calendar'), exact: true }).click();
		const address = await panel.getByLabel(t('web.hall.meet.address'), { exact: true }).inputValue();
		expect(await violations(page)).toEqual([]);
		const calendar = await fetch(address);
		expect([calendar.status, await calendar.text()]).toEqual([
			200,
			expect.stringMatching(/^BEGIN:VCALENDAR\r\n/),
		]);
		await panel.getByText(t('web.hall.meet.later')).click();
		expect(await violations(page)).toEqual([]);
		await panel.getByRole('button', { name: t('web.hall.meet.address.void') }).click();
		await expect(panel.getByLabel(t('web.hall.meet.address'), { exact: true })).toHaveCount(0);
		expect((await fetch(address)).status).toBe(404);
		await page.route('**/api/evenings**', (route) => route.abort());
		await page.reload();
		await expect(panel.getByText(t('web.hall.meet.offline'))).toBeVisible();
		expect(await violations(page)).toEqual([]);
	} finally {
		await server.close();
	}
});
