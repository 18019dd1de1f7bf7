// Tests the laboratory through the interface: a whole solo game, every question, its picture by mouse,
// finger and keyboard, and its sheet on a phone.

import type { Page } from '@playwright/test';
import type { Update } from '../src/gen/api.ts';
import { every, lookedAt, nightly, ofEachKind, parts, type Size } from './browser.ts';
import { Researcher } from './lab-player.ts';
import { alone, type Laboratory, laboratory, researcher } from './lab-positions.ts';
import { seek } from './positions.ts';
import type { Scene } from './scenes.ts';
import { ready } from './seen.ts';
import type { Server } from './server.ts';
import { sound } from './sound.ts';
import { movesOf, type TableAt, worldOf } from './table.ts';
import { brisk, expect, test } from './test.ts';
import { lookAtEach, visit } from './visit.ts';
import { said } from './words.ts';

/** Returns the newest move of the log that a player made. */
async function lastMove(table: TableAt, seat: number): Promise<string> {
	const path = `/api/tables/${table.id}/view?after=-1&fresh=true`;
	const { steps } = await table.who(seat).call<Update>('GET', path);
	// Leaves out the moves that the server made by itself for the seats that follow.
	const plays = steps?.flatMap((s) => s.plays ?? []).filter((p) => !p.why) ?? [];
	return plays.at(-1)?.move ?? '';
}

const bench = (page: Page) => page.getByRole('group', { name: said('web.lab.picture') });
const dish = (page: Page, id: string) => bench(page).locator(`[data-dish="${id}"]`);

test('somebody alone plays with the laboratory to the end', nightly, async ({ open, server }) => {
	test.setTimeout(300_000);
	const table = await server.table({ settings: alone, alone: true });
	const page = await open({ path: table.path, as: table.who(0), settings: { ...brisk, hints: false } });
	await ready(page);
	await expect(bench(page)).toBeVisible();
	const player = new Researcher(page);
	const ended = page.getByText(new RegExp(`${said('web.result.lost')}|${said('web.result.won')}`)).first();
	let idle = 0;
	while (!(await ended.isVisible())) {
		idle = (await player.act()) ? 0 : idle + 1;
		await player.settled();
		expect(idle, 'rounds in which the page let nobody do anything').toBeLessThan(60);
		if (idle > 0) await page.waitForTimeout(50);
	}
	const log = await table.who(0).call<Update>('GET', `/api/tables/${table.id}/view?after=-1&fresh=true`);
	expect(log.over).toBeDefined();
	const moves = log.steps?.flatMap((s) => s.plays?.map((p) => p.move?.split(' ')[0] ?? '') ?? []) ?? [];
	test.info().annotations.push({ type: 'moves', description: [...new Set(moves)].join(' ') });
	test.info().annotations.push({ type: 'pressed', description: JSON.stringify(player.pressed) });
});

test('a dish and where it leads: by mouse, by keys, with a sample of two colours', async ({
	open,
	server,
}) => {
	const mixed: (typeof laboratory)['lab-work'] = {
		...laboratory['lab-work'],
		until: (u) => {
			const moves = u.moves?.flatMap((m) => m.list ?? []) ?? [];
			return (
				u.question.step === 'action' && moves.filter((m) => m.startsWith('centrifuge sample-a ')).length > 1
			);
		},
	};
	const { table, seat } = await seek(server, mixed);
	const page = await open({
		path: table.path,
		as: table.who(seat),
		settings: { ...brisk, hints: false },
		browser: { viewport: { width: 1366, height: 768 } },
	});
	await ready(page);
	// The whole map is visible next to the laboratory, so there is no button to zoom out.
	await expect(page.getByRole('button', { name: said('web.board.zoom.mine') })).toBeVisible();
	await expect(page.getByRole('button', { name: said('web.board.zoom.fit') })).toHaveCount(0);
	const from = dish(page, 'sample-a');
	await from.click();
	await expect(from).toHaveAttribute('aria-pressed', 'true');
	await expect(bench(page).locator('[data-target]')).toHaveCount(2);
	await page.keyboard.press('Escape');
	await expect(from).toHaveAttribute('aria-pressed', 'false');

	// By keyboard, the player picks the dish, the centrifuge, and the colour to keep.
	await from.focus();
	await page.keyboard.press('Enter');
	await page.keyboard.press('Tab');
	await page.keyboard.press('Tab');
	await expect(dish(page, 'centrifuge')).toBeFocused();
	await page.keyboard.press('Enter');
	const kept = page.getByRole('dialog', { name: said('dish.centrifuge') });
	await expect(kept.getByText(said('web.lab.keep'))).toBeVisible();
	await expect(kept.getByRole('button').first()).toBeFocused();
	await page.keyboard.press('Enter');
	await expect.poll(() => lastMove(table, seat)).toMatch(/^centrifuge sample-a /);
	await expect(from).toHaveAccessibleName(
		said('web.lab.dish.said', { dish: said('web.lab.dish.sample-a'), cubes: said('web.lab.empty') }),
	);
	await expect(dish(page, 'centrifuge')).toHaveClass(/changed/);

	// The folded laboratory shows its progress, and stays folded after a reload.
	await page.getByRole('button', { name: said('web.lab.fold') }).click();
	await expect(bench(page)).toHaveCount(0);
	await page.reload();
	await ready(page);
	await expect(page.getByRole('button', { name: said('web.lab.unfold') })).toBeVisible();
	await expect(bench(page)).toHaveCount(0);
});

test('why a dish leads nowhere is asked of the server', async ({ open, server }) => {
	const { table, seat } = await seek(server, laboratory['lab-start']);
	const page = await open({ path: table.path, as: table.who(seat), settings: { ...brisk, hints: false } });
	await ready(page);
	await dish(page, 'growth').click();
	const strip = page.getByRole('region', { name: said('web.act.title'), exact: true }).getByRole('status');
	await expect(strip).not.toBeEmpty();
	await expect(page.getByRole('button', { name: said('web.question.open-rule') })).toBeVisible();
});

test('growing that would lose the game is warned of', async ({ open, server }) => {
	test.setTimeout(300_000);
	const { table, seat } = await seek(server, {
		...laboratory['lab-work'],
		// In this game cubes pile up in the centrifuge, until the supply has fewer of that colour than growing
		// would need.
		taste: (move, update) => (/^(grow|fill|cure|separate)/.test(move) ? 1e-4 : researcher(move, update)),
		most: 500,
		until: (u) => {
			const { dishes = {}, supply = {} } = worldOf(u);
			const left: Record<string, number> = { ...supply };
			const moves = u.moves?.flatMap((m) => m.list ?? []) ?? [];
			return (
				u.question.step === 'action' &&
				(['centrifuge', 'separation'] as const).some(
					(id) =>
						moves.includes(`grow ${id}`) &&
						Object.entries(dishes[id] ?? {}).some(([disease, n]) => n > (left[disease] ?? 0)),
				)
			);
		},
	}).catch(() => ({ table: null, seat: 0 }));
	test.skip(!table, 'no game came so far');
	if (!table) return;
	const page = await open({ path: table.path, as: table.who(seat), settings: { ...brisk, hints: false } });
	await ready(page);
	const before = (await table.view(seat)).made;
	for (const id of ['centrifuge', 'separation']) {
		if (!(await dish(page, id).evaluate((e) => e.classList.contains('able')))) continue;
		await dish(page, id).click();
		await dish(page, 'growth').click();
		const warned = page.getByRole('dialog', { name: said('dish.growth') });
		if ((await warned.count()) > 0) {
			await expect(warned).toContainText(said('web.lab.doom').split('(')[0] ?? '');
			await warned.getByRole('button', { name: said('web.act.not') }).click();
			expect((await table.view(seat)).made).toBe(before);
			return;
		}
	}
	expect(false, 'a warning was shown').toBe(true);
});

/** For each scene's question, the answers that a press on the picture gives. */
const answered: Partial<Record<Laboratory, RegExp>> = {
	'lab-choose-dish': /^sample /,
	'lab-choose-slot': /^slot /,
};

async function look(page: Page, server: Server, name: Laboratory, size: Size): Promise<void> {
	const { table, seat } = await seek(server, laboratory[name]);
	const scene: Scene = {
		name,
		start: async () => ({ path: table.path, as: table.who(seat) }),
		act: ready,
		sameMap: true,
	};
	await visit(page, server, scene, size);
	if (size === 'phone') {
		await page.locator('[data-lab]').tap();
		await expect(bench(page)).toBeVisible();
	}
	await sound(page, scene, size, size === 'desktop' ? { light: 'all' } : { dark: 'colours' });
	const move = answered[name];
	if (!move) return;
	const before = await table.view(seat);
	const target = page.locator('button[data-target]').first();
	await (size === 'phone' ? target.tap() : target.click());
	await expect.poll(async () => (await table.view(seat)).made).toBeGreaterThan(before.made);
	const played = await lastMove(table, seat);
	expect(played).toMatch(move);
	expect(movesOf(before, seat)).toContain(played);
}

/** All states. Those in which only the actions differ look alike. */
const states = ofEachKind(Object.keys(laboratory) as Laboratory[], (name) =>
	/^lab-(start|work|second-line|tested)$/.test(name) ? 'acting' : name,
);
for (const [part, some] of parts(states, 4).entries())
	for (const size of lookedAt(4 + part, every))
		test(`the laboratory in all its states, part ${part + 1}, ${size}`, async ({ browser, server }) => {
			test.setTimeout(400_000);
			await lookAtEach(
				browser,
				server,
				size,
				some.map((name) => [name, (page) => look(page, server, name, size)]),
			);
		});
