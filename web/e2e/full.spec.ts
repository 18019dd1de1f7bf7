// Tests a server that is full: newcomers read the reason in their language, and players continue.

import { Server } from './server.ts';
import { brisk, expect, test } from './test.ts';
import { type Lang, said } from './words.ts';

test('a full server says so, and games that are being played go on', async ({ open }, info) => {
	const server = await Server.open({ limited: true, flags: ['--max-new-tables', '1'] });
	try {
		const at = await server.table({ settings: { players: '2' } });
		for (const lang of ['en', 'fr'] as Lang[]) {
			const page = await open({
				path: '/new',
				at: server,
				settings: { ...brisk, lang },
				browser: { locale: lang === 'fr' ? 'fr-FR' : 'en-GB' },
			});
			await page.locator('button[type=submit]').click();
			await expect(page.locator('form [role=alert]')).toHaveText(said('problem.server-full', {}, lang));
			await expect(page).toHaveURL(/\/new/);
			await page.locator('form [role=alert]').scrollIntoViewIfNeeded();
			await page.screenshot({ path: info.outputPath(`full-${lang}.png`) });
		}
		const before = await at.view();
		const mine = before.moves?.find((m) => m.list?.length);
		await at.play(mine?.seat ?? 0, before.question?.id ?? '', mine?.list?.[0] ?? '');
		expect((await at.view()).n).toBeGreaterThan(before.n);
	} finally {
		await server.close();
	}
});
