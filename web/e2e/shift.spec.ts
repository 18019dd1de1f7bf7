// Tests layout stability: in a whole game, no part of the page moves by itself.

import type { Page } from '@playwright/test';
import { nightly } from './browser.ts';
import { report } from './figures.ts';
import { Player } from './player.ts';
import { ready } from './seen.ts';
import { test } from './test.ts';

interface Shift {
	value: number;
	/** Which elements moved, and from where to where. */
	what: string[];
}

/** Records every layout shift that no press has caused. */
async function watch(page: Page): Promise<void> {
	await page.evaluate(() => {
		const shifts: Shift[] = [];
		Object.assign(window, { shifts });
		type Entry = PerformanceEntry & {
			value: number;
			hadRecentInput: boolean;
			sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
		};
		const box = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
		const called = (node: Node | null) => {
			const element = node instanceof Element ? node : node?.parentElement;
			const path: string[] = [];
			for (let e = element; e && path.length < 4; e = e.parentElement)
				path.unshift(`${e.tagName.toLowerCase()}.${[...e.classList].join('.')}`);
			return path.join(' > ');
		};
		new PerformanceObserver((list) => {
			for (const e of list.getEntries() as Entry[]) {
				if (e.hadRecentInput) continue;
				const what = e.sources.map(
					(s) => `${called(s.node)}: ${box(s.previousRect)} → ${box(s.currentRect)}`,
				);
				shifts.push({ value: e.value, what });
			}
		}).observe({ type: 'layout-shift' });
	});
}

/**
 * The players' screens. On a phone the tray folds and unfolds with each turn on purpose, so that does not
 * count.
 */
const screens = [
	{ width: 1440, height: 900 },
	{ width: 1366, height: 768 },
];

for (const deal of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
	test(`nothing shifts in a whole game, deal ${deal}`, nightly, async ({ server, open }) => {
		test.setTimeout(400_000);
		const table = await server.table({ settings: { players: '2' }, deal });
		// The players use the page. Movements after a player's own input do not count; those after other
		// players' moves do.
		const players: Player[] = [];
		for (const [seat, viewport] of screens.entries()) {
			const as = table.who(seat);
			const page = await open({ path: table.path, as, settings: { lang: 'en' }, browser: { viewport } });
			await ready(page);
			players.push(new Player(page, as.name));
		}
		await players[0]?.page.waitForTimeout(3000); // waits until the deferred parts of the table have loaded
		for (const { page } of players) await watch(page);
		for (let idle = 0; !(await table.view()).over && idle < 200; ) {
			// A question may close before it is answered. The next iteration then handles the next question.
			let acted = false;
			for (const player of players) acted = (await player.act().catch(() => false)) || acted;
			idle = acted ? 0 : idle + 1;
		}
		await players[0]?.page.waitForTimeout(4000);
		for (const [seat, { page }] of players.entries()) {
			const size = Object.values(screens[seat] ?? {}).join(' × ');
			const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
			shifts.sort((a, b) => b.value - a.value);
			for (const { value, what } of shifts.slice(0, 3))
				if (value > 0.005) console.log(size, value.toFixed(4), what.join('\n        '));
			report({
				what: `a whole game, deal ${deal}, ${size}: the largest layout shift`,
				unit: '',
				value: shifts[0]?.value ?? 0,
				all: shifts.slice(0, 5).map((s) => s.value),
				mark: { most: 0.02, fails: 0.02 },
			});
		}
	});
