// Tests the pharmacy game through the interface. Six phones play it to its end without learning each other's
// secrets. One person plays all seats by keyboard. A game is replayed, and a table survives real-world
// failures.

import type { Page } from '@playwright/test';
import { nightly, sizes } from './browser.ts';
import { drive } from './drive.ts';
import { listen, type Received } from './listen.ts';
import type { Person } from './person.ts';
import { Patient, Plan } from './pharmacy-player.ts';
import { ended, four, hasty, risky, wantedOf } from './pharmacy-positions.ts';
import { Hidden, secretsIn } from './pharmacy-secrets.ts';
import { answers, hand, looked, picture, ready, showsScore, tray } from './pharmacy-seen.ts';
import { position, seek } from './positions.ts';
import { names, Server } from './server.ts';
import { sound } from './sound.ts';
import { askedBy, movesOf, pharmacyOf, type TableAt } from './table.ts';
import { brisk, expect, type Open, test } from './test.ts';
import { wear } from './visit.ts';
import { like, said } from './words.ts';

const phone = { viewport: sizes.phone, hasTouch: true, isMobile: true };
/** The secret seed of the game that the six phones play. */
const secret = '7c1f0a4e9b23d8565e0f31c2a7940bd6f1e8835a6d2c4790be15f3a8029d64c7';

/** Opens a phone at a table, and records what it receives from the beginning. */
async function come(open: Open, at: Server, table: TableAt, as: Person) {
	const page = await open({ at, as, path: 'about:blank', settings: brisk, browser: phone });
	const received = await listen(page);
	await page.goto(table.path);
	return { page, received };
}

/** A fixture: a server with a table for six and a fixed deal, whose host is in the lobby. */
const dealt = test.extend<{ gathered: { server: Server; table: TableAt } }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern
	gathered: async ({}, use) => {
		const server = await Server.open();
		const wish = { game: 'pharmacy', settings: { players: '6' }, gathering: true, public: true };
		const table = await server.table(wish);
		await server.deal(table.id, secret);
		await use({ server, table });
		await server.close();
	},
});

dealt(
	'six phones play three rounds, and learn nothing that is not theirs',
	nightly,
	async ({ open, gathered }) => {
		test.setTimeout(480_000);
		const { server, table } = gathered;
		const heard: Received[] = [];
		const pages: Page[] = [];
		const plan = new Plan(7);
		await test.step('they sit down', async () => {
			for (const [seat, name] of names.entries()) {
				const as = seat === 0 ? table.who(0) : await server.person(name);
				const { page, received } = await come(open, server, table, as);
				heard.push(received);
				pages.push(page);
				if (seat === 0) continue;
				table.people.push(as);
				const which = said('web.seat', { n: seat + 1 });
				await page.getByRole('button', { name: `${said('web.lobby.sit')} (${which})` }).tap();
				await expect(page.locator(`li[data-seat="${seat}"]`)).toContainText(name);
			}
			await (pages[0] as Page).getByRole('button', { name: said('web.lobby.start') }).tap();
			for (const page of pages) await ready(page);
		});
		const players = pages.map((page) => new Patient(page, plan));

		/** The questions that were checked while they were open. */
		const seen = new Set<string>();
		await test.step('three rounds', async () => {
			for (let update = await table.view(0); !update.over; update = await table.view(0)) {
				const [seat = 0] = askedBy(update);
				const { made, question } = await table.view(seat);
				const player = players[seat] as Patient;
				await player.isAsked(movesOf(await table.view(seat), seat));
				if (/^(answer|dare|return)$/.test(question.step) && !seen.has(question.step)) {
					seen.add(question.step);
					await sound(player.page, looked(`${question.step} on a phone`), 'phone');
					await wear(player.page, { lang: 'en', theme: 'light' });
				}
				const move = await player.answer();
				await expect.poll(async () => (await table.view(seat)).made, { message: move }).toBe(made + 1);
				expect(await table.lastMove(seat)).toBe(move);
				expect(made, 'moves without an end').toBeLessThan(250);
			}
		});
		for (const verb of ['take-card', 'send', 'keep', 'defend', 'risk', 'open', 'dodge', 'inject'])
			expect(plan.made[verb], verb).toBeGreaterThan(0);
		expect(plan.made['another payment']).toBeGreaterThan(0);
		test.info().annotations.push({ type: 'moves', description: JSON.stringify(plan.made) });

		await test.step('the score', async () => {
			for (const page of pages) await showsScore(page, table, (seat) => names[seat] ?? '');
			await picture(pages[2] as Page, 'score');
			await sound(pages[2] as Page, looked('final score'), 'phone');
		});
		await test.step('what was sent to whom', async () => {
			const hidden = new Hidden();
			for (const [seat, { updates }] of heard.entries()) {
				await expect.poll(() => updates.some((u) => u.over)).toBe(true);
				hidden.learn(
					updates.filter((u) => !u.over),
					seat,
				);
			}
			for (const [seat, { updates }] of heard.entries()) {
				expect(secretsIn(updates, seat), names[seat]).toEqual([]);
				expect(
					updates.flatMap((u) => hidden.found(u, seat)),
					names[seat],
				).toEqual([]);
				const weight = updates.reduce((sum, u) => sum + hidden.against(u, seat), 0);
				expect(weight, 'secrets of others').toBeGreaterThan(200);
				// The check must find planted leaks: what this seat received is treated as if another seat had
				// received it.
				const other = (seat + 1) % 6;
				const found = secretsIn(updates, other).map((line) => line.replace(/^.*?: /, ''));
				expect(found).toContain(`the hand of ${seat}`);
				expect(found).toContain(`moves of ${seat}`);
				expect(found.join()).toContain(`risk-dealt ${seat} `);
				expect(updates.flatMap((u) => hidden.found(u, other)).length).toBeGreaterThan(20);
			}
			const told = heard.flatMap(({ updates }) => secretsIn(updates, undefined)).join();
			expect(told).toContain('the face of a card');
			expect(told).toMatch(/\d: risk [a-z]/);
		});
	},
);

test('one person on six seats: hands stay covered, and keys are enough', async ({ server, open }) => {
	const table = await server.table({ game: 'pharmacy', settings: { players: '6' }, alone: true });
	await drive(table, risky, hasty);
	const page = await open({ path: table.path, as: table.who(0), settings: brisk });
	await ready(page);
	const seatNow = async () => askedBy(await table.view())[0] ?? 0;
	const stepNow = async () => (await table.view()).question.step;
	const cards = hand(page).locator('button.card');
	const covered = async () => {
		await expect(cards).toHaveCount(0);
		await expect(hand(page).getByRole('button', { name: like('web.pharmacy.risk.show') })).toBeVisible();
	};
	/** Waits until the page shows the table's current question. */
	const upToDate = async () => {
		const update = await table.view();
		const [seat = 0] = askedBy(update);
		await expect(page.locator('#tray.sending')).toHaveCount(0);
		await expect(tray(page).getByRole('heading', { level: 2 })).toContainText(
			said('web.seat', { n: seat + 1 }),
		);
		const first = () => answers(page).first().getAttribute('data-answer');
		await expect.poll(async () => movesOf(update, seat).includes((await first()) ?? '')).toBe(true);
		return update;
	};
	/** Presses a key, and waits until that has made a move. */
	const plays = async (key: string, move: string | RegExp) => {
		const { made } = await upToDate();
		await page.keyboard.press(key);
		await expect.poll(async () => (await table.view()).made, { message: `${key}: ${move}` }).toBe(made + 1);
		expect(await table.lastMove()).toMatch(move);
	};

	await covered();
	const view = pharmacyOf(await table.view());
	// The tabs next to the table name no card from any hand, since other players see the same screen.
	await page.getByRole('tab', { name: said('web.pharmacy.paper.cards') }).click();
	await expect(page.locator('.copies i.elsewhere').first()).toBeVisible();
	await expect(page.locator('.copies i.own')).toHaveCount(0);
	await page.getByRole('tab', { name: said('web.table.log') }).click();
	await expect(page.getByRole('log')).toContainText(/Round 1/);
	const lying = new Set(view.opened);
	const held = new Set(view.hands.flatMap(({ cards }) => cards ?? []).filter((card) => !lying.has(card)));
	expect(held.size).toBeGreaterThan(3);
	for (const card of held) await expect(page.getByRole('log')).not.toContainText(said(`card.${card}`));
	const seat = await seatNow();
	await page.keyboard.press('h');
	await page.keyboard.press('Enter');
	await expect(cards).toHaveCount(view['seats-at-table'][seat]?.['risk-cards'] ?? -1);
	await page.keyboard.press('h');
	await expect(cards.first()).toBeFocused();
	await page.keyboard.press('Enter');
	const lays = tray(page).locator('[data-answer^="risk "]');
	await expect(lays).toHaveCount(5);
	await page.keyboard.press('Escape');
	await expect(lays).toHaveCount(0);
	await page.keyboard.press('h');
	await page.keyboard.press('Enter');
	await expect(lays).toHaveCount(5);
	const [first = ''] = await lays.evaluateAll((all: HTMLElement[]) => all.map((e) => e.dataset.answer ?? ''));
	await plays('1', first);

	// The next player takes over the screen, with the hand face down.
	await expect.poll(stepNow).toBe('dare');
	await expect(answers(page).first()).toHaveAttribute('data-answer', 'open');
	await covered();
	await plays('o', 'open');
	// Questions are answered until it is a player's turn. That player sends a card with a digit key.
	for (let n = 0; n < 20 && (await stepNow()) !== 'turn'; n++) await plays('1', /./);
	await upToDate();
	const send = tray(page).locator('[data-answer^="send "]').first();
	await expect(send).toBeVisible();
	const move = (await send.getAttribute('data-answer')) ?? '';
	await plays((await send.getAttribute('data-nth')) ?? '', move);
	await expect(answers(page).first()).toHaveAttribute('data-answer', 'keep');
	await plays('k', 'keep');

	await page.keyboard.press('?');
	const help = page.getByRole('dialog', { name: said('web.keys.title') });
	await expect(help).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(help).toBeHidden();
});

test('a game can be looked through, by the eyes of one seat too', async ({ server, open }) => {
	const { table } = await position(server, ended);
	const { made } = await table.view(0);
	const page = await open({ path: `/replay/${table.id}/1`, as: table.who(0), settings: brisk });
	const slider = page.getByRole('slider', { name: said('web.replay.place') });
	await expect(slider).toHaveValue('1');
	await page.getByRole('tab', { name: said('web.replay.hands') }).click();
	const cardsOf = (seat: number) =>
		page.getByRole('tabpanel').locator(`li[data-seat="${seat}"] .cards button`);
	for (const seat of [0, 1, 2, 3]) await expect(cardsOf(seat)).toHaveCount(5);

	await page.getByLabel(said('web.replay.eyes')).selectOption('1');
	await expect(page).toHaveURL(/as=1/);
	await expect(cardsOf(1)).toHaveCount(5);
	for (const seat of [0, 2, 3]) await expect(cardsOf(seat)).toHaveCount(0);

	await slider.focus();
	await page.keyboard.press('ArrowRight');
	await expect(slider).toHaveValue('2');
	await page.keyboard.press('End');
	await expect(slider).toHaveValue(String(made));
	await expect(page).toHaveURL(new RegExp(`/${made}\\?as=1`));
	await sound(page, looked('replay'), 'desktop');
});

test('a spectator sees no hand', async ({ server, open }) => {
	const table = await server.table({ ...four, public: true });
	const wim = await server.person('Wim');
	const { page, received } = await come(open, server, table, wim);
	await ready(page);
	await expect(page.getByRole('note')).toContainText(said('web.watch.hidden'));
	const until = await drive(table, (u) => u.made >= 25 || u.over !== undefined, wantedOf('dare').taste);
	await expect.poll(() => received.updates.some((u) => u.n === until?.n)).toBe(true);
	await page.evaluate(async (id) => {
		for (const what of ['view?after=-1&fresh=true', 'replay', 'transcript'])
			await (await fetch(`/api/tables/${id}/${what}`)).text();
	}, table.id);
	await expect(tray(page)).toHaveCount(0);
	await expect(page.locator('.hand')).toHaveCount(0);
	expect(received.updates.length).toBeGreaterThan(10);
	expect(secretsIn(received.updates, undefined)).toEqual([]);
	expect(secretsIn([await table.view(1)], undefined)).not.toEqual([]);
});

test(
	'a second tab, a reload in the middle of a question, a lost and a slow connection',
	nightly,
	async ({ server, open }) => {
		const { table, seat } = await seek(server, wantedOf('turn'));
		const one = await open({ path: table.path, as: table.who(seat), settings: brisk, browser: phone });
		const two = await one.context().newPage();
		await two.goto(table.path);
		for (const page of [one, two]) await expect(answers(page).first()).toBeVisible();
		const made = async () => (await table.view(seat)).made;

		// A card is sent in the second tab, and both tabs show it. The receiver still sees it after a reload.
		const send = answers(two).and(two.locator('[data-answer^="send "]')).first();
		const to = Number((await send.getAttribute('data-answer'))?.split(' ')[2]);
		await two.bringToFront();
		await send.tap();
		for (const page of [one, two]) await expect(answers(page)).toHaveCount(0);
		const other = await open({ path: table.path, as: table.who(to), settings: brisk, browser: phone });
		await expect(answers(other).first()).toBeVisible();
		const pay = tray(other)
			.getByRole('group', { name: said('web.pharmacy.act.which') })
			.getByRole('button');
		if ((await pay.count()) > 1) await pay.last().tap();
		const offered = movesOf(await table.view(to), to);
		await other.reload();
		await expect(answers(other).first()).toBeVisible();
		for (const move of await answers(other).evaluateAll((all: HTMLElement[]) =>
			all.map((e) => e.dataset.answer),
		))
			expect(offered).toContain(move);

		// No tap is lost while the server does not respond.
		const before = await made();
		await other.context().setOffline(true);
		await other.locator('[data-answer="keep"]').tap();
		await expect(other.getByText(said('web.act.still-sending')).first()).toBeVisible();
		expect(await made()).toBe(before);
		await other.context().setOffline(false);
		await expect.poll(made).toBe(before + 1);
		expect(await table.lastMove()).toBe('keep');

		// While responses are slow, a double tap makes only one move.
		const now = await table.view();
		const next = askedBy(now)[0] ?? 0;
		const slow = await open({ path: table.path, as: table.who(next), settings: brisk, browser: phone });
		const move = answers(slow).first();
		await expect(move).toBeVisible();
		const raw = (await move.getAttribute('data-answer')) ?? '';
		const wire = await slow.context().newCDPSession(slow);
		const rate = { downloadThroughput: 50_000, uploadThroughput: 20_000 };
		await wire.send('Network.emulateNetworkConditions', { offline: false, latency: 1200, ...rate });
		await move.tap();
		await slow
			.locator(`[data-answer="${raw}"]`)
			.tap({ timeout: 500 })
			.catch(() => null);
		await expect.poll(made).toBeGreaterThan(now.made);
		await expect(slow.locator('#tray.sending')).toHaveCount(0);
		expect(await made()).toBe(now.made + 1);
		expect(await table.lastMove(next)).toBe(raw);
	},
);

test('a live clock is seen by everybody, and the game goes on by itself', async ({ server, open }) => {
	const table = await server.table({ game: 'pharmacy', settings: { players: '3' }, seconds: 15 });
	const pages: Page[] = [];
	for (const as of table.people)
		pages.push(await open({ path: table.path, as, settings: brisk, browser: phone }));
	for (const page of pages) await ready(page);
	/**
	 * Checks that every page shows the running clock at the seat that owes an answer, and at no other seat.
	 */
	const running = () =>
		expect(async () => {
			const [seat = 0] = askedBy(await table.view());
			for (const page of pages) {
				const clocks = page.locator('li[data-seat]').filter({ has: page.locator('[role=timer]') });
				await expect(clocks).toHaveCount(1, { timeout: 1000 });
				await expect(clocks).toHaveAttribute('data-seat', String(seat), { timeout: 1000 });
				await expect(clocks.locator('[role=timer]')).toHaveText(/0:\d\d/, { timeout: 1000 });
				await expect(page.getByRole('banner').getByRole('timer')).toBeVisible({ timeout: 1000 });
			}
		}).toPass({ timeout: 40_000 });
	await running();
	const before = await table.view();
	await expect.poll(async () => (await table.view()).made, { timeout: 40_000 }).toBeGreaterThan(before.made);
	const now = await table.view();
	expect(pharmacyOf(now).turn).toBeGreaterThan(pharmacyOf(before).turn);
	await running();
});
