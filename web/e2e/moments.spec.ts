// What others say is seen where they sit.

import { ready } from './seen.ts';
import { expect, test } from './test.ts';

const moving = { lang: 'en', hints: false, motion: 'full', learned: ['sounds'] };

test('what somebody says stands at their portrait for a while', async ({ server, open }) => {
	const table = await server.table({ settings: { players: '2' } });
	const page = await open({ path: table.path, as: table.who(0), settings: moving });
	await ready(page);
	await table.who(1).call('POST', `/api/tables/${table.id}/talk`, { text: 'Lagos first?' });
	const bubble = page.locator('.bubble', { hasText: 'Lagos first?' });
	await expect(bubble).toBeVisible();
	await expect(bubble).toBeHidden({ timeout: 6000 });
});
