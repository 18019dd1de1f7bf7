// Tests how a finished game is shared: its host makes the replay of a private table public, a stranger opens it, and
// other programs get its card. The picture of the result contains no names.

import { readFileSync } from 'node:fs';
import { violations } from './axe.ts';
import { lookedAt, type Size, sizes } from './browser.ts';
import { brisk, expect, test } from './test.ts';
import { said } from './words.ts';

for (const size of lookedAt<Size>(1, ['desktop', 'phone']))
	test(`a host makes a replay public, on a ${size}`, async ({ server, open }) => {
		const table = await server.table({ public: false, settings: { players: '2' } });
		await table.end();
		const path = `/replay/${table.id}`;
		/** The page's head, as a program without a session gets it. */
		const head = async (at: string) =>
			(await (await fetch(server.origin + at)).text()).split('</head>')[0] ?? '';
		expect(await head(path)).toBe(await head('/replay/zzzzzzzzzzzz'));

		const page = await open({ path, as: table.who(0), settings: brisk, browser: { viewport: sizes[size] } });
		await page.getByRole('button', { name: said('web.sharing'), exact: true }).click();
		const sheet = page.getByRole('dialog', { name: said('web.sharing') });
		await expect(sheet.getByRole('status')).toHaveText(said('web.sharing.closed'));
		expect(await violations(page)).toEqual([]);
		if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/share-${size}.png` });

		const stranger = await open({ path, settings: brisk });
		await expect(stranger.getByRole('heading', { name: said('web.room.missing') })).toBeVisible();

		await sheet.getByRole('button', { name: said('web.sharing.release') }).click();
		await expect(sheet.getByRole('status')).toHaveText(said('web.sharing.open'));
		await stranger.reload();
		await expect(stranger.getByRole('region', { name: said('web.replay.transport') })).toBeVisible();
		await expect(stranger.getByText('Ada')).toHaveCount(0);
		const told = await head(path);
		expect(told).toContain('<meta property="og:title" content="The world: a finished game">');
		const [, picture = ''] = /<meta property="og:image" content="([^"]*)">/.exec(told) ?? [];
		expect((await fetch(picture)).headers.get('Content-Type')).toBe('image/webp');

		const [saved] = await Promise.all([
			page.waitForEvent('download'),
			sheet.getByRole('button', { name: said('web.sharing.save') }).click(),
		]);
		expect(saved.suggestedFilename()).toBe(`theriac-${table.id}.png`);
		const png = readFileSync(await saved.path());
		expect(png.toString('latin1', 1, 4)).toBe('PNG');
		expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
		if (process.env.SHOT) await saved.saveAs(`${process.env.SHOT}/picture-${size}.png`);

		await sheet.getByRole('button', { name: said('web.sharing.withdraw') }).click();
		await expect(sheet.getByRole('status')).toHaveText(said('web.sharing.closed'));
		await stranger.reload();
		await expect(stranger.getByRole('heading', { name: said('web.room.missing') })).toBeVisible();
		expect(await head(path)).toBe(await head('/replay/zzzzzzzzzzzz'));
	});

test('a player who is not the host reads who may make a replay public', async ({ server, open }) => {
	const table = await server.table({ public: false, settings: { players: '2' } });
	await table.end();
	const page = await open({ path: `/t/${table.id}`, as: table.who(1), settings: brisk });
	await page.getByRole('button', { name: said('web.result.share') }).click();
	const sheet = page.getByRole('dialog', { name: said('web.sharing') });
	await expect(sheet.getByRole('status')).toHaveText(said('web.sharing.asked'));
	await expect(sheet.getByRole('button', { name: said('web.sharing.release') })).toHaveCount(0);
	if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/share-end.png` });
});
