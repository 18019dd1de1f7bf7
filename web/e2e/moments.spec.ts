// What others do is seen by everybody, in words that stay long enough to be read.

import type { Page } from '@playwright/test';
import { hoarder, situation } from './drive.ts';
import { ready } from './seen.ts';
import { activeOf, askedBy, handOf, movesOf } from './table.ts';
import { expect, test } from './test.ts';
import { said } from './words.ts';

const event = 'one-quiet-night';
const moving = { lang: 'en', hints: false, motion: 'full', learned: ['sounds'] };

/** When words came after the update that brought them, and how long they stayed, in ms; as the browser saw it. */
function seen(page: Page, words: string): Promise<{ after: number; stayed: number }> {
	return page.evaluate(
		(wanted) =>
			new Promise((done) => {
				let came = 0;
				const look = () => {
					const there = document.querySelector('section.moments')?.textContent?.includes(wanted) ?? false;
					const now = performance.now();
					if (there && !came) came = now;
					if (came && !there) {
						const update = performance.getEntriesByName('update').at(-1)?.startTime ?? 0;
						stop.disconnect();
						done({ after: came - update, stayed: now - came });
					}
				};
				const stop = new MutationObserver(look);
				stop.observe(document.body, { childList: true, subtree: true, characterData: true });
			}),
		words,
	);
}

for (const motion of ['full', 'reduced'])
	test(`a friend’s event is seen by all, motion ${motion}`, async ({ server, open }) => {
		const { table, update } = await situation(
			server,
			{},
			// An event that asks nothing more: it is played with one move.
			(u) => {
				const [asked = 0] = askedBy(u);
				return u.question.step === 'window' && asked !== activeOf(u) && handOf(u, asked).includes(event);
			},
			hoarder,
		);
		const seat = askedBy(update)[0] ?? 0;
		const others = table.people.map((_, i) => i).filter((i) => i !== seat);
		const pages: Page[] = [];
		for (const other of others.slice(0, 2))
			pages.push(await open({ path: table.path, as: table.who(other), settings: { ...moving, motion } }));
		for (const page of pages) await ready(page);

		const mine = await table.view(seat);
		expect(movesOf(mine, seat)).toContain(event);
		const title = said('web.moment.event', { seat: table.who(seat).name, event: said(`event.${event}`) });
		const watched = pages.map((page) => seen(page, title));
		await table.play(seat, mine.question.id, event);
		for (const [i, page] of pages.entries()) {
			const { after, stayed } = (await watched[i]) ?? { after: 1e9, stayed: 0 };
			console.log(`${event}: seen ${Math.round(after)} ms after the update, for ${Math.round(stayed)} ms`);
			expect(after, 'present soon').toBeLessThan(300);
			expect(stayed, 'stays').toBeGreaterThan(1200);
			// The log says it too, and screen readers hear it once.
			await expect(page.getByRole('log')).toContainText(said(`event.${event}`));
			expect(await page.locator('section.moments [aria-live]').count()).toBe(0);
		}
	});

test('what somebody says stands at their portrait for a while', async ({ server, open }) => {
	const table = await server.table({ settings: { players: '2' } });
	const page = await open({ path: table.path, as: table.who(0), settings: moving });
	await ready(page);
	await table.who(1).call('POST', `/api/tables/${table.id}/talk`, { text: 'Lagos first?' });
	const bubble = page.locator('.bubble', { hasText: 'Lagos first?' });
	await expect(bubble).toBeVisible();
	await expect(bubble).toBeHidden({ timeout: 6000 });
});
