// Tests that all players see each other's moves, in texts that stay long enough to be read, and that speech
// bubbles appear at the seats.

import type { Page } from '@playwright/test';
import { hoarder, situation } from './drive.ts';
import { report, yardstick } from './figures.ts';
import { ready } from './seen.ts';
import { activeOf, askedBy, handOf, movesOf } from './table.ts';
import { expect, test } from './test.ts';
import { said } from './words.ts';

const event = 'one-quiet-night';
const moving = { lang: 'en', hints: false, motion: 'full', learned: ['sounds'] };

/** The texts of announcements, each with the time since the page opened, in ms. */
type Course = { at: number; words: string }[];

/** Starts to record the texts of announcements, and when updates arrive. */
async function watch(page: Page): Promise<void> {
	await page.evaluate(() => {
		const course: Course = [];
		Object.assign(window, { course });
		let last = '';
		const look = () => {
			const words = document.querySelector('section.overlay')?.textContent ?? '';
			if (words !== last) course.push({ at: performance.now(), words });
			last = words;
		};
		new MutationObserver(look).observe(document.body, {
			childList: true,
			subtree: true,
			characterData: true,
		});
		new PerformanceObserver((list) => {
			for (const { startTime } of list.getEntriesByName('update'))
				course.push({ at: startTime, words: 'update' });
		}).observe({ type: 'mark' });
	});
}
const courseOf = (page: Page) =>
	page.evaluate(() => (window as unknown as { course: Course }).course.toSorted((a, b) => a.at - b.at));

for (const motion of ['full', 'reduced'])
	test(`a friend’s event is seen by all, motion ${motion}`, async ({ server, open }) => {
		const { table, update } = await situation(
			server,
			{},
			// The event asks no further questions, so one move plays it.
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
		for (const page of pages) {
			await ready(page);
			await watch(page);
		}

		const mine = await table.view(seat);
		expect(movesOf(mine, seat)).toContain(event);
		const title = said('web.moment.event', { seat: table.who(seat).name, event: said(`event.${event}`) });
		await table.play(seat, mine.question.id, event);
		const waits: number[] = [];
		for (const page of pages) {
			// The announcement's text appears and disappears.
			const shown = async () => {
				const course = await courseOf(page);
				const came = course.findIndex(({ words }) => words.includes(title));
				const gone = course.find(({ words }, i) => i > came && words !== 'update' && !words.includes(title));
				const before = course.slice(0, Math.max(0, came)).findLast(({ words }) => words === 'update');
				const at = course[came]?.at ?? 0;
				return came < 0 || !gone || !before ? null : { after: at - before.at, stayed: gone.at - at };
			};
			await expect.poll(shown, { timeout: 20_000 }).not.toBeNull();
			const { after, stayed } = (await shown()) ?? { after: 1e9, stayed: 0 };
			waits.push(after);
			report({
				what: `a friend’s event, motion ${motion}: stays, page ${waits.length}`,
				unit: 'ms',
				value: stayed,
				mark: { least: 1200, fails: 1200 },
			});
			// The log has the same event, which screen readers announce once.
			await expect(page.getByRole('log')).toContainText(said(`event.${event}`));
			expect(await page.locator('section.overlay [aria-live]').count()).toBe(0);
		}
		// Both browsers share the machine, so only the faster one's time shows how long the client itself takes.
		const bare = await (await open()).evaluate(yardstick);
		const best = Math.min(...waits);
		report(
			{
				what: `a friend’s event, motion ${motion}: seen after the update`,
				unit: 'ms',
				value: best,
				all: waits,
				mark: { most: 300 },
			},
			{
				what: `a friend’s event, motion ${motion}: drawings of 20,000 shapes until it is seen`,
				unit: '×',
				value: best / bare,
				all: [bare],
				mark: { most: 1, fails: 2 },
			},
		);
	});

test('what somebody says stands at their portrait for a while', async ({ server, open }) => {
	const table = await server.table({ settings: { players: '2' } });
	const page = await open({ path: table.path, as: table.who(0), settings: moving });
	await ready(page);
	const bubble = page.locator('.bubble', { hasText: 'Lagos first?' });
	// In a browser that is still loading deferred parts of the table, the message appears only in the chat.
	await expect(async () => {
		await table.who(1).call('POST', `/api/tables/${table.id}/talk`, { text: 'Lagos first?' });
		await expect(bubble).toBeVisible({ timeout: 3000 });
	}).toPass({ timeout: 30_000 });
	await expect(bubble).toBeHidden({ timeout: 8000 });
});
