// Tests the game with teams. Six browsers, desktops and phones, play in three teams until the world is
// saved and the teams' prestige is counted. A team's chat and cards stay secret.

import type { Page } from '@playwright/test';
import type { Update } from '../src/gen/api.ts';
import { every, lookedAt, nightly, sizes } from './browser.ts';
import { leaks, Truth } from './leaks.ts';
import { listen, type Received } from './listen.ts';
import type { Person } from './person.ts';
import type { Scene } from './scenes.ts';
import { ready } from './seen.ts';
import { names, Server } from './server.ts';
import { sound } from './sound.ts';
import { askedBy, handOf, movesOf, type TableAt } from './table.ts';
import game from './teams-game.json' with { type: 'json' };
import { make, type Sitting, send } from './teams-player.ts';
import { brisk, expect, type Open, test } from './test.ts';
import { enter, visit } from './visit.ts';
import { said } from './words.ts';

const settings = { box: 'all', mode: 'teams', players: '6', epidemics: '4' };
const shots = process.env.THERIAC_SHOTS;
/** How many moves there are before the first turn, and until each team has had a turn. */
const setup = 6;
const round = 110;
/** The index of the move from which on the last turns are played on the pages. */
const last = game.moves.length - 45;

const team = (n: number) => said('web.side', { name: said(`web.side.${n}`) });

/** Makes the server ask a person about every event, as it asked the players of the recorded game. */
async function asked(who: Person): Promise<Person> {
	await who.call('PATCH', '/api/me', { askEach: true });
	return who;
}

/** A fixture: a server with a table for six, dealt as in the recording, whose host is in the lobby. */
const dealt = test.extend<{ gathered: { server: Server; table: TableAt } }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern
	gathered: async ({}, use) => {
		const server = await Server.open();
		const table = await server.table({ settings, gathering: true, public: true });
		await asked(table.who(0));
		await server.deal(table.id, game.secret);
		await use({ server, table });
		await server.close();
	},
});

/** Opens a browser for a newcomer, who sits down with a team. */
async function sits(open: Open, server: Server, table: TableAt, seat: number): Promise<Sitting> {
	const phone = seat % 2 === 1;
	const browser = phone
		? { viewport: sizes.phone, hasTouch: true, isMobile: true }
		: { viewport: sizes.desktop };
	const as = seat === 0 ? table.who(0) : await asked(await server.person(names[seat] ?? ''));
	const page = await open({
		at: server,
		as,
		path: table.path,
		settings: { ...brisk, hints: false },
		browser,
	});
	if (seat > 0) {
		table.people.push(as);
		const which = `${said('web.seat', { n: seat + 1 })}, ${team(Math.floor(seat / 2))}`;
		await page.getByRole('button', { name: `${said('web.lobby.sit')} (${which})` }).click();
		await expect(page.locator(`li[data-seat="${seat}"]`)).toContainText(names[seat] ?? '');
	}
	return { page, phone };
}

/** Returns the secrets of other teams that a browser received before the end, one per line. */
function secretsIn({ updates }: Received, mine: number | undefined): string[] {
	const rival = (seat: number) => mine === undefined || Math.floor(seat / 2) !== mine;
	const veiled = /^(role-offered|role-picked|objective-dealt|objective-kept|card-drawn|card-dealt) (\d)/;
	return updates
		.filter((u) => !u.over)
		.flatMap((u) => {
			const offers = (u.view.offers ?? []) as object[];
			const told = offers.flatMap((offer, t) =>
				t !== mine && Object.keys(offer).length > 0 ? [`offer ${t}`] : [],
			);
			const moves = (u.moves ?? []).filter((m) => rival(m.seat)).map((m) => `moves of ${m.seat}`);
			const facts = (u.steps ?? [])
				.flatMap((s) => (s.plays ?? []).flatMap((p) => [p.move ?? '', ...(p.facts ?? []).map((f) => f.fact)]))
				.filter((fact) => rival(Number(veiled.exec(fact)?.[2] ?? Number.NaN)) && veiled.test(fact));
			return [...told, ...moves, ...facts].map((what) => `update ${u.n}: ${what}`);
		});
}

dealt('six browsers save the world in three teams, and count', nightly, async ({ open, gathered }) => {
	test.setTimeout(900_000);
	const { server, table } = gathered;
	const all: Sitting[] = [];
	for (let seat = 0; seat < 6; seat++) all.push(await sits(open, server, table, seat));
	const pages = all.map(({ page }) => page);
	const [first] = pages as [Page];
	for (const [n, page] of pages.entries())
		await expect(page.getByText(said('web.side.yours')), names[n]).toBeVisible();
	await expect(first.getByRole('region', { name: team(2) }).getByRole('listitem')).toHaveCount(2);
	// The stream is recorded from its beginning.
	const heard = await listen(first);
	await first.reload();
	await first.getByRole('button', { name: said('web.lobby.start') }).click();
	for (const page of pages) await ready(page);

	const pressed = { page: 0, api: 0 };
	const play = async (from: number, to: number) => {
		for (const line of game.moves.slice(from, to)) pressed[(await make(table, all, line)) ? 'page' : 'api']++;
	};
	await test.step('roles are chosen in secret, stations placed', async () => {
		// A player's partner sees the roles that the player can choose from; other teams do not.
		const partner = pages[1] as Page;
		await expect(partner.getByRole('region', { name: team(0) })).toContainText('Field Operative');
		await expect((pages[2] as Page).getByText('Field Operative')).toHaveCount(0);
		await play(0, setup);
		for (const page of pages.filter((_, n) => !all[n]?.phone))
			await expect(page.locator('[data-team="0"]')).toContainText('Field Operative');
	});
	await test.step('every team has a turn', async () => {
		await play(setup, round);
	});
	await test.step('the middle of the game', async () => {
		for (const line of game.moves.slice(round, last)) await send(table, line);
	});
	await test.step('the last turns', async () => {
		await expect.poll(async () => (await table.view(0)).made).toBe(last);
		await play(last, game.moves.length - 2);
		if (shots) await (pages[2] as Page).screenshot({ path: `${shots}/teams.png` });
		await play(game.moves.length - 2, game.moves.length);
	});
	expect(pressed.page).toBeGreaterThan(100);

	const { over } = await table.view(0);
	expect(over?.won).toEqual([2, 3]);
	for (const [seat, page] of pages.entries()) {
		const dialog = page.getByRole('dialog');
		const yours = over?.won?.includes(seat);
		const title = yours ? said('web.result.team.yours') : said('web.result.team.won', { team: team(1) });
		await expect(dialog.getByRole('heading', { name: title })).toBeVisible({ timeout: 30_000 });
		for (const n of [0, 1, 2]) {
			const column = dialog.locator(`article[data-team="${n}"]`);
			const total = over?.points?.[2 * n] ?? -1;
			await expect(column.locator('tfoot td')).toHaveText(String(total));
			const lines = await column.locator('tbody tr td:last-child').allTextContents();
			expect(
				lines.reduce((sum, n) => sum + Number(n), 0),
				`lines of ${n}`,
			).toBe(total);
			await expect(column.getByText(said('web.teams.count.winner'), { exact: true })).toHaveCount(
				n === 1 ? 1 : 0,
			);
		}
	}
	expect(secretsIn(heard, 0)).toEqual([]);
	// The check must find planted leaks: everything that the first team may see is secret from other teams.
	expect(secretsIn(heard, 1).length).toBeGreaterThan(10);
	if (shots) await (pages[2] as Page).screenshot({ path: `${shots}/count.png` });
	await sound(pages[0] as Page, { name: 'final count', start: async () => ({ path: '' }) }, 'desktop');
	await sound(pages[1] as Page, { name: 'final count', start: async () => ({ path: '' }) }, 'phone');
});

dealt(
	'what a team says is read by the team alone, and never sent to others by a slip',
	async ({ open, gathered }) => {
		const { server, table } = gathered;
		for (let seat = 1; seat < 6; seat++) {
			const guest = await asked(await server.person(names[seat] ?? ''));
			await guest.call('POST', `/api/tables/${table.id}/sit`, { seat });
			table.people.push(guest);
		}
		await table.who(0).call('POST', `/api/tables/${table.id}/start`);
		const wim = await server.person('Wim');
		const come = async (as: (typeof table.people)[number]) => {
			const page = await open({ at: server, as, settings: brisk, browser: { viewport: sizes.desktop } });
			const received = await listen(page);
			await page.goto(table.path);
			await ready(page);
			return { page, received };
		};
		const [ada, leon, noor, spectator] = [
			await come(table.who(0)),
			await come(table.who(1)),
			await come(table.who(2)),
			await come(wim),
		];
		const { page } = ada;
		await page.getByRole('tab', { name: said('web.chat.title') }).click();
		const everybody = said('web.chat.say.table');
		const among = said('web.chat.say.team', { name: said('web.side.0') });
		const chat = page.getByRole('region', { name: said('web.chat.title') });
		await expect(chat.getByText(said('web.chat.readers.table'))).toBeVisible();
		await chat.getByLabel(everybody).fill('Hello');
		// By keyboard, Tab switches to the team's channel, and each channel keeps its own draft.
		await chat.getByRole('tab', { name: said('web.chat.table') }).press('ArrowRight');
		await expect(chat.getByText(said('web.chat.readers.team', { names: 'Léon' }))).toBeVisible();
		await expect(chat.getByLabel(among)).toHaveValue('');
		await chat.getByLabel(among).fill('We go for the stations');
		await chat.getByLabel(among).press('Enter');
		await expect(chat.getByRole('log')).toContainText('We go for the stations');
		await chat.getByRole('tab', { name: said('web.chat.table') }).click();
		await expect(chat.getByRole('log')).not.toContainText('stations');
		await expect(chat.getByLabel(everybody)).toHaveValue('Hello');
		await chat.getByLabel(everybody).press('Enter');
		await expect(chat.getByRole('log')).toContainText('Hello');

		// The partner has one unread message in each channel; a rival has one in total.
		await expect(leon.page.getByRole('tab', { name: said('web.chat.title') })).toContainText('2');
		await leon.page.getByRole('tab', { name: said('web.chat.title') }).click();
		const theirs = leon.page.getByRole('region', { name: said('web.chat.title') });
		await expect(theirs.getByRole('tab', { name: team(0) })).toContainText('1');
		await expect(theirs.getByRole('log')).not.toContainText('stations');
		await theirs.getByRole('tab', { name: team(0) }).click();
		await expect(theirs.getByRole('log')).toContainText('stations');
		await expect(noor.page.getByRole('tab', { name: said('web.chat.title') })).toContainText('1');
		await expect.poll(() => JSON.stringify(spectator.received)).toContain('Hello');
		await expect.poll(() => JSON.stringify(noor.received)).toContain('Hello');
		expect(JSON.stringify(leon.received)).toContain('stations"');
		for (const other of [noor, spectator]) {
			await other.page.reload();
			await ready(other.page);
			expect(JSON.stringify(other.received)).not.toContain('We go for');
		}
		await sound(
			page,
			{ name: 'talk of a team', start: async () => ({ path: '' }), sameMap: true },
			'desktop',
		);
	},
);

dealt('a spectator receives nothing that a team holds', async ({ open, gathered }) => {
	test.setTimeout(300_000);
	const { server, table } = gathered;
	for (let seat = 1; seat < 6; seat++) {
		const guest = await asked(await server.person(names[seat] ?? ''));
		await guest.call('POST', `/api/tables/${table.id}/sit`, { seat });
		table.people.push(guest);
	}
	const page = await open({ at: server, as: await server.person('Wim'), settings: brisk });
	const received = await listen(page);
	await table.who(0).call('POST', `/api/tables/${table.id}/start`);
	await page.goto(table.path);
	await ready(page);
	const truth = new Truth();
	const learn = async () => {
		const path = `/api/tables/${table.id}/view?after=${truth.last}&fresh=true`;
		const told = table.people.map(async (person, seat) => {
			const update = await person.call<Update>('GET', path);
			return { seat, update, hand: handOf(update, seat) };
		});
		truth.learn(await Promise.all(told));
	};
	await learn();
	for (const line of game.moves.slice(0, 40)) {
		await send(table, line);
		await learn();
	}
	const newest = () => received.updates.reduce((n, u) => Math.max(n, u.n), -1);
	await expect.poll(newest).toBeGreaterThanOrEqual(truth.last);
	await page.evaluate(async (id) => {
		for (const what of ['view?after=-1', 'view?after=-1&fresh=true', 'replay', 'transcript'])
			await (await fetch(`/api/tables/${id}/${what}`)).text();
	}, table.id);
	await page.reload();
	await ready(page);
	const known = received.updates.filter((u) => u.n <= truth.last);
	expect(known.length).toBeGreaterThan(20);
	expect(truth.hidden(truth.last).size).toBeGreaterThan(8);
	for (const u of known) expect(leaks(u, truth.hidden), `update ${u.n}`).toEqual([]);
	expect(secretsIn(received, undefined)).toEqual([]);
	// Makes sure that the check would find the first team's data if it leaked.
	const own = await table.view(0);
	expect(secretsIn({ updates: [own], others: [] }, undefined)).not.toEqual([]);
	expect(leaks(own, truth.hidden)).not.toEqual([]);
});

/** Returns scenes with questions to teams, each opened by the seat that must answer. */
const scenes = (server: Server): Scene[] => {
	const fresh = () => server.table({ settings: { ...settings, objectives: '2' } });
	/** Plays first answers, or a wanted move, until the given question is open. */
	const until = async (step: string, wanted?: string) => {
		const table = await fresh();
		for (;;) {
			const common = await table.view();
			const [seat = 0] = askedBy(common);
			if (common.question.step === step) return { path: table.path, as: table.who(seat) };
			const update = await table.view(seat);
			const moves = movesOf(update, seat);
			const move = moves.find((m) => m === wanted) ?? moves[0] ?? '';
			await table.play(seat, update.question.id, move);
		}
	};
	return [
		{
			name: 'lobby with teams',
			start: async () => {
				const table = await server.table({ settings, gathering: true, public: true });
				return { path: table.path, as: table.who(0) };
			},
		},
		{ name: 'roles and objectives', start: () => until('choose-roles'), sameMap: true },
		{ name: 'team station', start: () => until('place-base'), sameMap: true },
		{ name: 'turn of a team', start: () => until('action') },
		// A player asks the partner to let them have a fourth action (ruling A7).
		{ name: 'a fourth action', start: () => until('consent', 'fourth'), sameMap: true },
	];
};

for (const size of lookedAt(1, every))
	test(`what teams are asked, ${size}`, async ({ browser, server }) => {
		test.setTimeout(300_000);
		const page = await enter(browser, server, size);
		for (const scene of scenes(server))
			await test.step(scene.name, async () => {
				await visit(page, server, scene, size);
				if (scene.name !== 'lobby with teams') await ready(page);
				if (shots)
					await page.screenshot({ path: `${shots}/teams-${scene.name.replaceAll(' ', '-')}-${size}.png` });
				await sound(page, scene, size);
			});
		await page.context().close();
	});
