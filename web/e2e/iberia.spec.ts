// Tests the Iberia game through the interface: a whole game with both challenges, every question that it
// asks, and what a spectator receives.

import { setTimeout as pause } from 'node:timers/promises';
import { devices, type Page } from '@playwright/test';
import type { Update } from '../src/gen/api.ts';
import iberia from '../src/gen/iberia.json' with { type: 'json' };
import { lookedAt, nightly, ofEachKind, parts, type Size } from './browser.ts';
import { drive, type Taste } from './drive.ts';
import { Explorer } from './iberia-player.ts';
import { type Asking, asked, settings } from './iberia-positions.ts';
import { askedScene } from './iberia-scenes.ts';
import { leaks, named, wordsOf } from './leaks.ts';
import { listen, type Received } from './listen.ts';
import { seek } from './positions.ts';
import { customise, ready } from './seen.ts';
import { names, type Server } from './server.ts';
import { sound } from './sound.ts';
import { movesOf, type TableAt } from './table.ts';
import { brisk, expect, type Open, test } from './test.ts';
import { lit, spots, touch } from './touch.ts';
import { lookAtEach, visit } from './visit.ts';
import { said } from './words.ts';

const { defaultBrowserType: _, ...phone } = devices['iPhone 13'];

/**
 * Makes a table with both challenges on the page for new tables, and returns the link that the lobby shows.
 */
async function host(open: Open): Promise<{ page: Page; link: string }> {
	const page = await open({ path: '/new', settings: brisk });
	const choose = (group: string, value: string) =>
		page
			.getByRole('group', { name: group, exact: true })
			.getByRole('radio', { name: value })
			.check({ force: true });
	await choose(said('web.new.which'), said('game.iberia'));
	await customise(page);
	for (const [option, value] of Object.entries(settings))
		await choose(said(`option.${option}`), said(`option.${option}.${value}`).split(':')[0] ?? '');
	await page.getByRole('button', { name: said('web.new.make') }).click();
	await expect(page.getByRole('heading', { name: said('web.lobby.seats') })).toBeVisible();
	const link = await page.getByRole('textbox', { name: said('web.lobby.invite.link') }).inputValue();
	return { page, link };
}

/** Opens a link as a newcomer, who takes a seat. */
async function join(open: Open, link: string, name: string, browser = {}): Promise<Page> {
	const page = await open({ path: new URL(link).pathname, settings: brisk, browser });
	await page.getByLabel(said('web.link.name')).fill(name);
	await page.getByRole('button', { name: said('web.link.sit') }).click();
	await expect(page.getByRole('heading', { name: said('web.lobby.seats') })).toBeVisible();
	return page;
}

test('three browsers play Iberia with both challenges to its end', nightly, async ({ open }) => {
	test.setTimeout(300_000);
	const { page: first, link } = await host(open);
	const second = await join(open, link, names[1] ?? '');
	const third = await join(open, link, names[2] ?? '', phone);
	await first.getByRole('button', { name: said('web.lobby.start') }).click();
	const players = [first, second, third].map((page) => new Explorer(page, page === third));
	for (const { page } of players) await ready(page);

	const ended = first.getByText(new RegExp(`${said('web.result.lost')}|${said('web.result.won')}`)).first();
	let idle = 0;
	while (!(await ended.isVisible())) {
		let acted = false;
		for (const player of players) acted = (await player.act()) || acted;
		for (const player of players) await player.settled();
		idle = acted ? 0 : idle + 1;
		expect(idle, 'rounds in which the page let nobody do anything').toBeLessThan(60);
	}

	const ends = ['iberia.end.win', 'end.outbreaks', 'end.cubes', 'end.cards'].map((end) => said(end));
	const causes = [];
	for (const { page } of players) {
		const panel = page.getByRole('dialog').getByRole('status');
		await expect(panel).toContainText(new RegExp(ends.join('|')));
		causes.push(await panel.locator('p').first().textContent());
		// The panel with the result uses the Iberia game's own texts.
		const panels = page.getByRole('dialog');
		await expect.soft(panels).toContainText(said('iberia.web.result.cures'), { timeout: 2000 });
	}
	expect(new Set(causes).size, causes.join(' / ')).toBe(1);

	// The game can be lost before every player has taken a turn, but at least one player has ended a turn by
	// now.
	expect(players.flatMap((p) => Object.keys(p.pressed))).toContain('end');
	const id = new URL(first.url()).pathname.split('/').at(-1);
	const log = await first.evaluate(async (id) => (await fetch(`/api/tables/${id}/view?after=-1`)).json(), id);
	const moves = (log as Update).steps?.flatMap((s) => s.plays?.map((p) => p.move?.split(' ')[0]) ?? []);
	expect(moves?.filter((m) => m === 'start')).toHaveLength(3);
	test.info().annotations.push({ type: 'end', description: causes[0] ?? '' });
	test.info().annotations.push({ type: 'moves', description: [...new Set(moves)].join(' ') });
	for (const { pressed } of players)
		test.info().annotations.push({ type: 'pressed', description: JSON.stringify(pressed) });
});

/** Matches questions that can be answered on the board; all others are answered in the panel. */
const pointed = /^(start|choose-region|choose-cube|choose-line|free-move|choose-city|walk)/;

/** Returns the operands in the attributes of a pressed element: verb, city, region, card, seat. */
const dataOf = (element: Element): string[] =>
	[element.closest<HTMLElement>('li[data-card]'), element as HTMLElement].flatMap((e) =>
		Object.values({ ...e?.dataset }).map(String),
	);

/**
 * Answers the open question on the board or in the panel, and returns the operands that the pressed element
 * names.
 */
async function answer(
	page: Page,
	onBoard: boolean,
	finger: boolean,
	played: () => Promise<boolean>,
): Promise<string[]> {
	const pressed: string[] = [];
	if (onBoard) {
		await expect.poll(async () => (await spots(page)).length, lit).toBeGreaterThan(0);
		const spot = (await spots(page))[0];
		if (!spot) throw new Error('nothing to point at');
		pressed.push(...Object.values(spot.data));
		await touch(page, spot, finger);
	}
	// If the press does not determine all operands of the move, the player chooses the others from lists, one
	// by one.
	const lists = page.locator('[popover] ul button:enabled');
	const panel = page.locator(
		'section:has(> header > h2) :is(button[data-verb], [data-card] > button):enabled',
	);
	for (let deep = 0; deep < 4; deep++) {
		if ((onBoard || deep > 0) && (await soon(played))) break;
		const next = (await lists.count()) > 0 ? lists.first() : panel.first();
		pressed.push(...(await next.evaluate(dataOf)));
		await next.click();
		await lists
			.first()
			.waitFor({ timeout: 300 })
			.catch(() => null);
	}
	return pressed.flatMap((w) => w.split(' ')).filter((w) => w !== '');
}

/** Reports whether a condition becomes true within a short time. */
async function soon(what: () => Promise<boolean>): Promise<boolean> {
	for (let n = 0; n < 6; n++) {
		if (await what()) return true;
		await pause(100);
	}
	return false;
}

/** Returns the newest move of the log that a player made. */
async function lastMove(table: TableAt, seat: number): Promise<string> {
	const path = `/api/tables/${table.id}/view?after=-1&fresh=true`;
	const { steps } = await table.who(seat).call<Update>('GET', path);
	// Leaves out the moves that the server made by itself for the seats that follow.
	const plays = steps?.flatMap((s) => s.plays ?? []).filter((p) => !p.why) ?? [];
	return plays.at(-1)?.move ?? '';
}

async function ask(page: Page, server: Server, name: Asking, size: Size): Promise<void> {
	const { table, seat } = await seek(server, asked[name]);
	const scene = askedScene(name, async () => ({ path: table.path, as: table.who(seat) }));
	await visit(page, server, scene, size);
	await expect(page.locator('section:has(> header > h2)').first()).toBeVisible();
	// The phone's screen is checked in the dark theme, and only for its colours; the desktop's in the light
	// one.
	await sound(page, scene, size, size === 'desktop' ? { light: 'all' } : { dark: 'colours' });

	const before = await table.view(seat);
	const made = async () => (await table.view(seat)).made;
	const board = size === 'desktop' && pointed.test(name);
	const words = await answer(page, board, size === 'phone', async () => (await made()) > before.made);
	await expect
		.poll(made, { message: `${name}: an answer is played`, timeout: 5000 })
		.toBeGreaterThan(before.made);
	const move = await lastMove(table, seat);
	expect(movesOf(before, seat), `${name}: what is played was offered`).toContain(move);
	// The move contains the operands of the pressed element, and may contain more.
	for (const word of words) expect.soft(move.split(' '), `${name}: ${words} pressed`).toContain(word);
}

const questions = ofEachKind(Object.keys(asked) as Asking[], (name) => name.split(' ')[0]);
for (const [part, some] of parts(questions).entries())
	for (const size of lookedAt<Size>(part, ['desktop', 'phone']))
		test(`what Iberia asks, ${size}, part ${part + 1}`, async ({ browser, server }) => {
			test.setTimeout(400_000);
			await lookAtEach(
				browser,
				server,
				size,
				some.map((name) => [name, (page) => ask(page, server, name, size)]),
			);
		});

const words = wordsOf(iberia, { 'pay-token': ['city', 'disease'], overflow: ['city', 'disease'] });

/** Prefers to study the deck and to play events. */
const curious: Taste = (move) => {
	const [word = ''] = move.split(' ');
	if (['study', 'lay', 'treat'].includes(word) || iberia.events.includes(word)) return 20;
	return word === 'draw' ? 0.6 : 1;
};

/**
 * For each log entry, returns the cards that no player can have seen by then, because they were neither
 * drawn nor studied.
 */
function unseen(log: Update): (n: number) => ReadonlySet<string> {
	const after = new Map<number, ReadonlySet<string>>();
	let left = new Set<string>([...iberia.cities.map((c) => c.id), ...iberia.events]);
	for (const step of log.steps ?? []) {
		left = new Set(left);
		for (const { fact } of step.plays?.flatMap((p) => p.facts ?? []) ?? []) {
			const [word, first = '', second = ''] = fact.split(' ');
			if (word === 'card-drawn') left.delete(second);
			if (word === 'studied-card') left.delete(first);
		}
		after.set(step.n, left);
	}
	return (n) => after.get(n) ?? new Set();
}

/** Plays a game that lasts. If one ends too soon, a new page watches the next from its first move. */
async function watched(
	server: Server,
	open: () => Promise<Page>,
): Promise<{ table: TableAt; page: Page; received: Received }> {
	const roles = 'royal-academy-scientist,agronomist,rural-doctor';
	for (let tries = 0; tries < 6; tries++) {
		const page = await open();
		const received = await listen(page);
		const table = await server.table({ game: 'iberia', settings: { ...settings, roles }, public: true });
		await page.goto(table.path);
		await ready(page);
		if (await drive(table, (u) => u.made >= 50 && !u.over, curious)) return { table, page, received };
		await page.close();
	}
	throw new Error('no game lasted');
}

test('a spectator of Iberia receives no card that nobody has seen', async ({ server, open }) => {
	const wim = await server.person('Wim');
	const { table, page, received } = await watched(server, () => open({ as: wim, settings: brisk }));
	const log = await table.who(0).call<Update>('GET', `/api/tables/${table.id}/view?after=-1&fresh=true`);
	await expect
		.poll(() => received.updates.reduce((n, u) => Math.max(n, u.n), -1))
		.toBeGreaterThanOrEqual(log.n);
	await page.evaluate(async (id) => {
		for (const what of ['view?after=-1&fresh=true', 'replay', 'transcript'])
			await (await fetch(`/api/tables/${id}/${what}`)).text();
	}, table.id);

	const hidden = unseen(log);
	const whole = () => received.updates.filter((u) => (u.steps?.length ?? 0) > log.n).length;
	await expect.poll(whole, { message: 'whole logs' }).toBeGreaterThan(0); // the listener gets each response a moment after the page does
	expect(received.updates.length).toBeGreaterThan(20);
	for (const update of received.updates)
		expect(leaks(update, hidden, words), `update ${update.n}`).toEqual([]);
	const secrets = hidden(log.n);
	expect(
		iberia.events.filter((event) => secrets.has(event)).length,
		'events left out',
	).toBeGreaterThanOrEqual(10);
	for (const { from, what } of received.others) expect(named(what, secrets, words), from).toEqual([]);

	// The check must find planted leaks: real updates, with one secret added to each.
	const [card = ''] = secrets;
	const event = iberia.events.find((e) => secrets.has(e)) ?? '';
	const plant = (change: (view: Record<string, unknown>, update: Update) => void) => {
		const update = structuredClone(received.updates.findLast((u) => u.n === log.n) as Update);
		change(update.view, update);
		return leaks(update, hidden, words);
	};
	const fact = (line: string) =>
		plant((_, u) => {
			u.steps = [{ n: u.n, at: 0, kind: 'play', plays: [{ seat: 0, facts: [{ fact: line, rule: '' }] }] }];
		});
	const found: Record<string, string[]> = {
		'the top of the deck': plant((v) => {
			v['deck-top'] = [card];
		}),
		'events that are out': plant((v) => {
			v['events-out'] = [event];
		}),
		'a card that was studied by nobody': fact(`restacked-as ${card} 1`),
		'a word that is not known': fact(`card-seen ${card}`),
	};
	for (const [kind, list] of Object.entries(found)) expect(list, kind).not.toEqual([]);
});
