// Tests branches: from a move of a finished game, a player starts a new table with a bot, and plays it to
// another end.

import { violations } from './axe.ts';
import { lookedAt, type Size, sizes } from './browser.ts';
import { ready } from './seen.ts';
import { askedBy, movesOf } from './table.ts';
import { brisk, expect, test } from './test.ts';
import { like, said } from './words.ts';

for (const size of lookedAt<Size>(1, ['desktop', 'phone']))
	test(`a finished game is played on from one of its moves, on a ${size}`, async ({ server, open }) => {
		const table = await server.table({ settings: { players: '2' } });
		for (let i = 0; i < 8; i++) {
			const now = await table.view();
			const seat = askedBy(now)[0] ?? 0;
			const list = movesOf(await table.view(seat), seat);
			await table.play(
				seat,
				now.question.id,
				list.find((m) => /^(drive|pass|draw)/.test(m)) ?? list[0] ?? '',
			);
		}
		await table.end();

		const page = await open({
			path: `/replay/${table.id}/3`,
			as: table.who(0),
			settings: brisk,
			browser: { viewport: sizes[size] },
		});
		await page.getByRole('button', { name: said('web.branch'), exact: true }).click();
		const dialog = page.getByRole('dialog', { name: said('web.branch.title') });
		await expect(dialog).toContainText('3');
		await dialog.getByLabel(said('web.branch.seat')).selectOption('0');
		await dialog.getByLabel(said('web.branch.bots')).selectOption('novice');
		expect(await violations(page)).toEqual([]);
		if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/${size}-asked.png` });
		await dialog.getByRole('button', { name: said('web.branch.play') }).click();

		await expect(page).not.toHaveURL(/replay/);
		await ready(page);
		const id = new URL(page.url()).pathname.split('/')[2];
		const branch = await table
			.who(0)
			.call<{ branch: object; seats: { bot?: { level: string } }[] }>('GET', `/api/tables/${id}`);
		expect(branch.branch).toEqual({ table: table.id, at: 3, deck: 'same' });
		expect(branch.seats.map((s) => s.bot?.level)).toEqual([undefined, 'novice']);

		// The branch names its origin, and links back to it.
		await page.getByRole('button', { name: said('web.menu') }).click();
		if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/${size}-branch.png` });
		await page.getByRole('link', { name: like('web.branch.from') }).click();
		await expect(page).toHaveURL(new RegExp(`/replay/${table.id}/3`));
	});

test('a player tries something out beside a game that runs', async ({ server, open }) => {
	const table = await server.table({ settings: { players: '2', epidemics: '5', hands: 'hidden' } });
	const page = await open({ path: `/t/${table.id}`, as: table.who(0), settings: brisk });
	await ready(page);
	await page.getByRole('button', { name: said('web.menu') }).click();
	await page.getByRole('button', { name: said('web.branch.try') }).click();
	await expect(page).not.toHaveURL(new RegExp(table.id));
	await ready(page);
	const id = new URL(page.url()).pathname.split('/')[2];
	const tried = await table
		.who(0)
		.call<{ branch: object; seats: { bot?: { level: string } }[] }>('GET', `/api/tables/${id}`);
	expect(tried.branch).toEqual({ table: table.id, at: 0, deck: 'new' });
	expect(tried.seats.map((s) => s.bot?.level)).toEqual([undefined, 'steady']);
	// The link back leads to the original game, which still runs.
	await page.getByRole('button', { name: said('web.menu') }).click();
	await page.getByRole('link', { name: like('web.branch.from.new') }).click();
	await expect(page).toHaveURL(new RegExp(`/t/${table.id}`));
	await ready(page);
});
