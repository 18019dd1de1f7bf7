// Records the README's moving picture, a turn at a real table in a real browser, with `FILM=1 npm run
// pictures -- moving`. On a busy machine the film is choppy.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import map from '../src/gen/world-map.json' with { type: 'json' };
import { action, city, ready, spot } from './seen.ts';
import type { Server } from './server.ts';
import { askedBy, type TableAt, worldOf } from './table.ts';
import { expect, test, veteran } from './test.ts';
import { animation, type Frame } from './webp.ts';
import { said } from './words.ts';

const file = join(import.meta.dirname, '../../docs/screenshots/turn.webp');
const window = { width: 1280, height: 800 };
const picture = { width: 880, height: 550 };
/** The largest permitted size of the film in bytes, so that the README loads quickly. */
const most = 2 * 1024 * 1024;
/**
 * Combinations of a quality and the least time between frames. They are tried in order until the film is
 * small enough.
 */
const tries = [
	[0.72, 80],
	[0.6, 100],
	[0.5, 125],
	[0.4, 160],
	[0.3, 250],
] as const;

const near = new Map<string, string[]>();
for (const { a, b } of map.links) {
	near.set(a, [...(near.get(a) ?? []), b]);
	near.set(b, [...(near.get(b) ?? []), a]);
}

/** Makes a table at which the first player can treat a city with two cubes, two steps away. */
async function dealt(server: Server): Promise<{ table: TableAt; seat: number; to: string }> {
	for (let deal = 1; deal < 200; deal++) {
		const table = await server.table({ settings: { players: '2', epidemics: '4' }, deal });
		const seat = askedBy(await table.view())[0] ?? 0;
		const view = worldOf(await table.view(seat));
		const here = view['seats-at-table']?.[seat]?.pawn ?? '';
		const next = near.get(here) ?? [];
		const far = next.flatMap((c) => near.get(c) ?? []).filter((c) => c !== here && !next.includes(c));
		const ill = Object.entries(view.cubes ?? {}).filter(([, of]) => Object.values(of).some((n) => n >= 2));
		const to = ill.map(([c]) => c).find((c) => far.includes(c));
		if (to) return { table, seat, to };
	}
	throw new Error('no deal has an ill city two steps away');
}

/** Films a page until the returned function is called. That function returns the frames. */
async function film(page: Page): Promise<() => Promise<{ png: Buffer; at: number }[]>> {
	const taken: { png: Buffer; at: number }[] = [];
	const session = await page.context().newCDPSession(page);
	session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
		taken.push({ png: Buffer.from(data, 'base64'), at: (metadata.timestamp ?? 0) * 1000 });
		session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
	});
	await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
	return async () => {
		await session.send('Page.stopScreencast');
		return taken;
	};
}

/**
 * Returns the frames that are at least `least` milliseconds apart, each with how long it is shown. The last
 * frame is always kept.
 */
function thinned(taken: readonly { png: Buffer; at: number }[], least: number): Frame[] {
	const kept: { png: Buffer; at: number }[] = [];
	for (const frame of taken) if (frame.at - (kept.at(-1)?.at ?? 0) >= least) kept.push(frame);
	return kept.map(({ png, at }, i) => ({ png, shown: Math.min(2500, (kept[i + 1]?.at ?? at + 2500) - at) }));
}

/** Moves a drawn hand to an element, so that viewers see what happens, and presses the element. */
async function press(page: Page, what: Locator): Promise<void> {
	const box = await what.boundingBox();
	if (!box) throw new Error('there is nothing to press');
	const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
	await page.evaluate(
		([x, y]) => {
			const id = 'film-hand';
			const hand = document.getElementById(id) ?? document.body.appendChild(document.createElement('div'));
			hand.id = id;
			Object.assign(hand.style, {
				position: 'fixed',
				inset: '0 auto auto 0',
				width: '22px',
				height: '22px',
				borderRadius: '50%',
				background: 'rgb(255 255 255 / .55)',
				border: '2px solid rgb(20 20 20 / .8)',
				pointerEvents: 'none',
				zIndex: '2147483647',
				transition: 'transform 600ms ease-in-out',
				transform: `translate(${x - 11}px, ${y - 11}px)`,
			});
			// The pointer in the film is a popover, so that it is above everything, even dialogs.
			hand.popover = 'manual';
			hand.style.margin = '0';
			hand.style.padding = '0';
			hand.showPopover?.();
		},
		[x, y] as const,
	);
	await page.waitForTimeout(800);
	await page.mouse.click(x, y);
}

test('a turn', async ({ browser, server }) => {
	test.skip(!process.env.FILM, 'a film is taken with FILM=1');
	test.setTimeout(600_000);
	const { table, seat, to } = await dealt(server);
	const context = await browser.newContext({ baseURL: server.origin, viewport: window });
	await context.addCookies([table.who(seat).cookie]);
	await context.addInitScript(
		(kept) => {
			if (location.origin !== 'null') localStorage.setItem('theriac.settings', kept);
		},
		JSON.stringify({
			learned: [...veteran, 'sounds'],
			lang: 'en',
			theme: 'dark',
			hints: false,
			motion: 'full',
			playback: 'play',
		}),
	);
	const page = await context.newPage();
	await page.goto(table.path);
	await ready(page);
	await page.waitForTimeout(6000); // waits until the cards have been dealt
	const stop = await film(page);
	await page.waitForTimeout(700);
	await press(page, city(page, to).locator('.name'));
	await page.waitForTimeout(1300);
	await press(page, spot(page, to));
	await expect.poll(async () => (await table.view(seat)).made).toBeGreaterThanOrEqual(2);
	await page.waitForTimeout(1500);
	for (let left = 2; left > 0; left--) {
		await press(page, action(page, 'treat'));
		await page.waitForTimeout(1100);
	}
	await press(page, page.locator('button[data-verb="draw"]'));
	await page
		.getByRole('region', { name: said('web.playback.label') })
		.first()
		.waitFor({ timeout: 5000 })
		.catch(() => {});
	await page.waitForTimeout(9000);
	const taken = await stop();
	const desk = await context.newPage();
	for (const [quality, least] of tries) {
		const made = await animation(desk, thinned(taken, least), picture, quality);
		if (made.length > most) continue;
		writeFileSync(file, made);
		await context.close();
		return;
	}
	throw new Error('the film is too large');
});
