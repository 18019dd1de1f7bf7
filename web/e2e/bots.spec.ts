// Tests playing with bots. The first move is two clicks from the landing page. Whole games reach their end,
// and a bot plays for a person who is away.

import type { Page } from '@playwright/test';
import type { Game, Table } from '../src/gen/api.ts';
import { pace, record } from './beside.ts';
import { gate, nightly, sizes } from './browser.ts';
import type { Person } from './person.ts';
import { Patient, Plan } from './pharmacy-player.ts';
import { Player } from './player.ts';
import { menu } from './scenes.ts';
import { reached, ready } from './seen.ts';
import type { Server } from './server.ts';
import { askedBy, movesOf, TableAt } from './table.ts';
import { brisk, expect, test } from './test.ts';
import { like, said } from './words.ts';

/** Returns the level that the client gives bots by default (table/bots.ts). */
const usualLevel = (levels: readonly string[]) => levels.find((l) => l === 'steady') ?? levels[0] ?? '';

/** Returns the default level of a game's bots, as the server lists them. */
async function usual(server: Server, game: string): Promise<string> {
	const games = await (await server.person('Wim')).call<Game[]>('GET', '/api/games');
	return usualLevel(games.find((g) => g.name === game)?.botLevels ?? []);
}

const seat = (page: Page, n: number) => page.locator(`li[data-seat="${n}"]`);

test('two clicks lead from the landing page to the first move beside three bots, and on to the end', async ({
	open,
	server,
}) => {
	test.setTimeout(480_000);
	const level = await usual(server, 'world');
	const page = await open({ settings: brisk, browser: { viewport: sizes.desktop } });
	await page.getByRole('button', { name: said('web.landing.bots.world') }).click();
	await expect(page).toHaveURL(/\/t\//);
	await ready(page);
	const { seats = [] } = await record(page);
	expect(seats?.map((s) => s.bot?.level)).toEqual([undefined, level, level, level]);
	const dealt = (await view(page)) as { view: { 'seats-at-table': { role: string }[] } };
	const roles = dealt.view['seats-at-table'];
	for (const n of [1, 2, 3]) {
		await expect(seat(page, n).locator('.name')).toContainText(said(`role.${roles[n]?.role}`));
		await expect(seat(page, n).getByRole('button').first()).toHaveAccessibleName(
			new RegExp(said('web.bot.level', { level: said(`web.bot.level.${level}`) })),
		);
	}

	// The bots move until it is this person's turn. The second click makes the person's first move.
	const made = async () => Number(((await view(page)) as { made: number }).made);
	// Before this person's turn, a bot may ask for the person's consent.
	const player = new Player(page, 'You');
	const onTurn = page.locator('[data-map] g.reached');
	await expect
		.poll(
			async () => {
				if ((await onTurn.count()) > 0) return true;
				await player.act();
				return false;
			},
			{ timeout: 120_000, intervals: [200] },
		)
		.toBe(true);
	const before = await made();
	await (await reached(page)).click();
	const ways = page.locator('[popover] ul button, [data-verb="drive"]:visible');
	if ((await made()) === before && (await page.locator('[popover]:popover-open').count()) > 0)
		await ways.first().click();
	await expect.poll(made).toBeGreaterThan(before);
	if (gate) return;

	await pace(page, 'at-once');
	const causes = new RegExp(
		['win', 'outbreaks', 'cubes', 'cards'].map((end) => said(`end.${end}`)).join('|'),
	);
	await expect
		.poll(
			async () => {
				await player.act();
				await player.settled();
				return page.getByText(causes).first().isVisible();
			},
			{ timeout: 420_000, intervals: [50] },
		)
		.toBe(true);
	const over = await record(page);
	expect(over.status).toBe('finished');
});

/** Fetches what the page's person may know of the game. */
async function view(page: Page): Promise<unknown> {
	const id = new URL(page.url()).pathname.split('/')[2];
	return (await page.request.get(`/api/tables/${id}/view?fresh=true`)).json();
}

test('a whole game of the pharmacy on a phone, against three bots', nightly, async ({ open }) => {
	test.setTimeout(480_000);
	const browser = { viewport: sizes.phone, hasTouch: true, isMobile: true };
	const page = await open({ settings: { ...brisk, hints: false }, browser });
	await page
		.getByRole('group', { name: said('web.new.which'), exact: true })
		.getByRole('radio', { name: said('game.pharmacy') })
		.check({ force: true });
	await page.getByRole('button', { name: said('web.landing.bots.pharmacy') }).click();
	await expect(page.locator('[data-game=pharmacy]').first()).toBeVisible();
	await expect(page.locator('#tray')).toBeVisible();
	await pace(page, 'at-once');

	const patient = new Patient(page, new Plan(7));
	const end = page.getByRole('region', { name: said('web.table.end') });
	let answered = 0;
	await expect
		.poll(
			async () => {
				if (await end.isVisible()) return true;
				const sending = await page.locator('#tray.sending').count();
				const asked = sending === 0 && (await patient.answers()).length > 0;
				// Bots may move between the check for a question and the press.
				if (asked && (await patient.answer().catch(() => ''))) answered++;
				return false;
			},
			{ timeout: 420_000, intervals: [100] },
		)
		.toBe(true);
	expect(answered).toBeGreaterThan(5);
	expect((await record(page)).status).toBe('finished');
});

/** Makes a table for Ada, who hosts it, Léon and two bots. */
async function withLéon(server: Server): Promise<{ table: TableAt; ada: Person; léon: Person }> {
	const ada = await server.person('Ada');
	const léon = await server.person('Léon');
	const made = await ada.call<Table>('POST', '/api/tables', {
		game: 'world',
		settings: { players: '4' },
		sit: 'one',
		links: true,
		botPace: 'fast',
		bots: [
			{ seat: 2, level: 'novice' },
			{ seat: 3, level: 'novice' },
		],
	});
	const table = new TableAt(made.id, [ada, léon], made.links?.invite ?? '');
	await léon.call('POST', '/api/links', { secret: table.secret });
	await léon.call('POST', `/api/tables/${table.id}/sit`, { seat: 1 });
	await ada.call('POST', `/api/tables/${table.id}/start`);
	return { table, ada, léon };
}

/**
 * Plays for Ada until the table waits for Léon. Bots play only while a page watches the table, so a page
 * must be open.
 */
async function untilLéonIsAsked(table: TableAt): Promise<void> {
	await expect
		.poll(
			async () => {
				const update = await table.view();
				const asked = askedBy(update);
				const moves = movesOf(update, 0);
				if (asked.includes(0))
					await table
						.play(0, update.question.id, moves.find((m) => /^(draw|pass|agree)/.test(m)) ?? moves[0] ?? '')
						.catch(() => null);
				return asked.includes(1);
			},
			{ timeout: 120_000, intervals: [100] },
		)
		.toBe(true);
}

test('a person leaves, a bot plays on, and the person takes the seat back', async ({ server, open }) => {
	test.setTimeout(240_000);
	const { table, ada, léon } = await withLéon(server);
	const level = await usual(server, 'world');
	const host = await open({
		as: ada,
		path: table.path,
		settings: brisk,
		browser: { viewport: sizes.desktop },
	});
	await ready(host);
	await untilLéonIsAsked(table);

	// Léon is away. The host sees it, and lets a bot play for him.
	await expect(host.getByText(said('web.bots.gone', { name: 'Léon' }))).toBeVisible();
	const { made } = await table.view();
	await host.getByRole('button', { name: said('web.bots.on') }).click();
	await expect(seat(host, 1).getByRole('button').first()).toHaveAccessibleName(
		new RegExp(said('web.bot.for', { level: said(`web.bot.level.${level}`) })),
	);
	await expect.poll(async () => (await table.view()).made, { timeout: 60_000 }).toBeGreaterThan(made);

	// When Léon returns, one tap gives him his seat back.
	const page = await open({
		as: léon,
		path: table.path,
		settings: brisk,
		browser: { viewport: sizes.phone },
	});
	await expect(page.getByText(like('web.bots.mine'))).toBeVisible();
	await page.getByRole('button', { name: said('web.bots.back') }).click();
	await expect(page.getByText(like('web.bots.mine'))).toHaveCount(0);
	await expect(host.getByText(said('web.say.back', { name: 'Léon' }))).toBeVisible();

	// A player who leaves can let a bot play on for them.
	await menu(page, 'web.menu.stand');
	await page.getByRole('button', { name: said('web.stand.bot') }).click();
	await expect(page.getByText(like('web.bots.mine'))).toBeVisible();
	const { seats } = await léon.call<Table>('GET', `/api/tables/${table.id}`);
	expect(seats?.[1]).toMatchObject({ holder: { name: 'Léon' }, standin: { level } });
});

test('the host gives seats to bots in the lobby, chooses their levels, and frees them', async ({
	server,
	open,
}) => {
	const table = await server.table({ gathering: true, settings: { players: '3' } });
	const page = await open({ as: table.who(0), path: table.path, settings: brisk });
	const guest = await server.person('Léon');
	await guest.call('POST', '/api/links', { secret: table.secret });
	const other = await open({ as: guest, path: table.path, settings: brisk });
	await page.getByRole('button', { name: said('web.bots.fill') }).click();
	const bot = said('web.bot.unnamed', { level: said('web.bot.level.steady') });
	await expect(seat(page, 2)).toContainText(bot);
	await expect(seat(other, 2)).toContainText(bot);
	await expect(page.getByRole('button', { name: said('web.lobby.start') })).toBeVisible();

	await seat(page, 2).getByRole('combobox').selectOption('novice');
	await expect(seat(other, 2)).toContainText(
		said('web.bot.unnamed', { level: said('web.bot.level.novice') }),
	);
	await seat(page, 2)
		.getByRole('button', { name: like('web.bots.free') })
		.click();
	await expect(seat(other, 2)).toContainText(said('web.lobby.free'));
	await page.getByRole('button', { name: said('web.lobby.bot', { n: 3 }) }).click();

	// Before the game begins, a person can take a bot's seat.
	await other.getByRole('button', { name: said('web.lobby.sit-down') }).click();
	await expect(page.getByText('Léon').first()).toBeVisible();
	await page.getByRole('button', { name: said('web.lobby.start') }).click();
	await ready(page);
});

test('with hidden hands a bot says what it holds, asks, and answers', async ({ server, open }) => {
	const settings = { players: '3', epidemics: '5', hands: 'hidden' };
	const table = await server.table({ gathering: true, settings });
	const page = await open({ as: table.who(0), path: table.path, settings: brisk });
	await page.getByRole('button', { name: said('web.bots.fill') }).click();
	await page.getByRole('button', { name: said('web.lobby.start') }).click();
	await ready(page);
	const known = async () => {
		const { view: seen } = (await view(page)) as {
			view: { hands: { cards?: string[] }[]; 'hand-sizes': number[] };
		};
		return seen.hands.map((hand, n) => (hand.cards ?? []).length === seen['hand-sizes'][n]);
	};
	const asked = page.getByRole('button', { name: said('move.tell'), exact: true });
	const ask = page.locator('button[data-verb="ask-hands"]');
	await expect(asked.or(ask).first()).toBeVisible({ timeout: 60_000 });
	if (await ask.isVisible()) {
		// This person asks for cards, and the bots answer.
		await ask.click();
		await expect.poll(known).toEqual([true, true, true]);
		await expect(page.locator('.bubble').first()).toBeVisible();
	} else {
		// A bot has shown its cards, and asks this person to do the same.
		await expect(page.getByText(said('web.tell.lead'))).toBeVisible();
		expect((await known()).filter(Boolean).length).toBeGreaterThan(1);
		await asked.click();
		await expect(asked).toBeHidden();
	}
});
