// Tests solo games with the disease control centre through the interface: some turns, everything that the
// centre can do, the new cards' questions, and their lasting effects.

import { devices, type Page } from '@playwright/test';
import type { Update } from '../src/gen/api.ts';
import { every, lookedAt, nightly, ofEachKind, parts, type Size } from './browser.ts';
import { drive, hoarder, over } from './drive.ts';
import { Explorer } from './iberia-player.ts';
import { seek, type Wanted } from './positions.ts';
import type { Scene } from './scenes.ts';
import { ready } from './seen.ts';
import type { Server } from './server.ts';
import { alone, asked, centre, standing } from './solo-positions.ts';
import { sound } from './sound.ts';
import { movesOf, type TableAt, worldOf } from './table.ts';
import { brisk, expect, test } from './test.ts';
import { lookAtEach, visit } from './visit.ts';
import { like, said } from './words.ts';

const { defaultBrowserType: _, ...phone } = devices['iPhone 13'];
const panel = (page: Page) => page.locator('section:has(> header > h2)').first();

for (const size of lookedAt(1, ['desktop', 'phone'] as const))
	test(`some turns alone with the Centre, ${size}`, nightly, async ({ server, open }) => {
		test.setTimeout(240_000);
		const table = await server.table({ settings: alone, alone: true });
		const browser = size === 'phone' ? phone : {};
		const page = await open({ path: table.path, as: table.who(0), settings: brisk, browser });
		await ready(page);
		const player = new Explorer(page, size === 'phone');
		const turn = async () => {
			const update = await table.view(0);
			return update.over ? Number.POSITIVE_INFINITY : (worldOf(update).turn ?? 0);
		};
		for (let n = 0; n < 300 && (await turn()) < 4; n++) {
			await player.act();
			await player.settled();
		}
		expect(await turn()).toBeGreaterThanOrEqual(4);
		const moves = await movesMade(table);
		expect(moves.filter((m) => m === 'draw').length).toBeGreaterThanOrEqual(2);
		test.info().annotations.push({ type: 'moves', description: [...new Set(moves)].join(' ') });
	});

/** Returns the verbs of all moves so far, in order. */
async function movesMade(table: TableAt): Promise<string[]> {
	const { steps } = await table
		.who(0)
		.call<Update>('GET', `/api/tables/${table.id}/view?after=-1&fresh=true`);
	return steps?.flatMap((s) => s.plays?.map((p) => p.move?.split(' ')[0] ?? '') ?? []) ?? [];
}

/** Presses an answer that begins with a word, and answers further questions until a move has been made. */
async function answer(page: Page, word: string, made: () => Promise<boolean>): Promise<void> {
	const lists = page.locator('[popover] ul button:enabled');
	const inside = panel(page);
	const begin = inside.locator(`button[data-verb="${word}"]:enabled`).first();
	const card = inside.locator('[data-card] > button:enabled').first();
	await begin.or(card).first().click();
	if (word === 'exchange') {
		for (const side of [0, 1]) await inside.getByRole('list').nth(side).getByRole('button').last().click();
		await inside.locator('button[data-verb="exchange"]:enabled').click();
	} else if (word === 'reassign') await inside.locator('button[data-role]').first().click();
	else if (!(await made())) {
		await lists
			.first()
			.click({ timeout: 2000 })
			.catch(() => null);
	}
	await expect.poll(made, { timeout: 5000 }).toBe(true);
}

async function ask(page: Page, server: Server, name: string, want: Wanted, size: Size): Promise<void> {
	const { table, seat } = await seek(server, want);
	const scene: Scene = {
		name: `expansion-${name.replace(' ', '-')}`,
		sameMap: true,
		start: async () => ({ path: table.path, as: table.who(seat) }),
	};
	await visit(page, server, scene, size);
	await ready(page);
	await expect(panel(page)).toBeVisible();
	await sound(page, scene, size, size === 'desktop' ? { light: 'all' } : { dark: 'colours' });
	const before = await table.view(seat);
	const relief = before.question.step === 'relief';
	const answers: Record<string, string> = {
		discard: 'discard',
		'choose-role': 'become',
		'choose-player': 'for',
		'choose-cube': 'remove',
		'choose-city': 'to',
		'choose-disease': 'name',
	};
	const word = relief ? name : (answers[before.question.step] ?? '');
	await answer(page, word, async () => (await table.view(seat)).made > before.made);
	// The player's answer comes first. Moves that the server makes for the player, such as a pass that was
	// requested in advance, follow it.
	expect((await movesMade(table)).filter((move) => move !== '')[before.made], name).toBe(word);
	expect(movesOf(before, seat).some((move) => move.split(' ')[0] === word)).toBe(true);
}

/** All questions. Those that move the pawn to a city look and work alike. */
const questions = ofEachKind(
	Object.entries<Wanted>({ ...centre, ...asked }).filter(([name]) => name !== 'solo-table'),
	([name]) => (/^(drive|direct|charter|shuttle)$/.test(name) ? 'move' : name),
);
for (const [part, some] of parts(questions).entries())
	for (const size of lookedAt<Size>(part, ['desktop', 'phone']))
		test(`what the Centre does and new cards ask, part ${part + 1}, ${size}`, async ({ browser, server }) => {
			test.setTimeout(400_000);
			await lookAtEach(
				browser,
				server,
				size,
				some.map(([name, want]) => [name, (page) => ask(page, server, name, want, size)]),
			);
		});

/**
 * What a press in the row of tracks or on an effect in force opens, for positions in which it opens
 * something.
 */
const opened: Record<string, { list: string; item: RegExp } | undefined> = {
	strain: { list: said('web.table.status'), item: like('web.strain.said') },
	'in-force': { list: said('web.force.label'), item: /./ },
};

/** Checks the lasting effects of cards, and opens their explanations. */
async function left(page: Page, server: Server, name: string, want: Wanted, size: Size): Promise<void> {
	const { table, seat } = await seek(server, want);
	const scene: Scene = {
		name: `expansion-${name}`,
		start: async () => ({ path: table.path, as: table.who(seat) }),
	};
	await visit(page, server, scene, size);
	await ready(page);
	await expect(page.getByRole('list', { name: said('web.table.status') })).toBeVisible();
	const opens = opened[name];
	if (opens) {
		const list = page.getByRole('list', { name: opens.list, exact: true });
		await list.getByRole('button', { name: opens.item }).first().click();
		await expect(page.getByRole('dialog').last()).toBeVisible();
	}
	await sound(page, scene, size);
}

for (const size of lookedAt(1, every))
	test(`what new cards leave on the table, ${size}`, async ({ browser, server }) => {
		test.setTimeout(240_000);
		const all = Object.entries<Wanted>({ ...standing, 'solo-table': centre['solo-table'] });
		await lookAtEach(
			browser,
			server,
			size,
			all.map(([name, want]) => [name, (page) => left(page, server, name, want, size)]),
		);
	});

test('a game alone can be looked through, with the Centre’s hand', async ({ server, open }) => {
	const table = await server.table({ settings: alone, alone: true });
	await drive(table, over, hoarder, 400);
	const page = await open({ path: `/replay/${table.id}/4`, as: table.who(0), settings: brisk });
	const team = page.getByRole('list', { name: said('web.table.team') });
	await expect(team.getByText(said('web.team.centre'), { exact: true })).toBeVisible();
	await page.keyboard.press('ArrowRight');
	await expect(page).toHaveURL(/\/5$/);
	await expect(team.locator('li[data-seat="1"]')).toContainText(/\d/);
});
