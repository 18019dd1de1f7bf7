// What others do, as it is shown over the board: each moment is held there until one has looked at it.

import { expect, type Page } from '@playwright/test';
import { hoarder, type Taste } from './drive.ts';
import { fond, seek, type Wanted } from './positions.ts';
import { at, type Scene } from './scenes.ts';
import { ready } from './seen.ts';
import type { Server } from './server.ts';
import { activeOf, askedBy, handOf, movesOf, type TableAt } from './table.ts';
import { said } from './words.ts';

/** Every moment is played. */
const settings = { playback: 'play', motion: 'full', hints: false, learned: ['sounds'] };

/** The table of a scene that is being visited. */
let table: TableAt | undefined;

const watched = async (server: Server) => {
	table = await server.table();
	return { path: table.path, as: table.who(3) };
};

/** Plays until the layer of moments shows one that has this element. */
const moment = (name: string, sign: string, taste: Taste): Scene => ({
	name: `moment-${name}`,
	way: watched,
	settings,
	act: async (page) => {
		await ready(page);
		const shown = page.locator('section.moments');
		for (let n = 0; n < 400; n++) {
			const seen = () => shown.locator(sign).first().isVisible();
			if ((await seen()) && (await stop(page)) && (await seen())) return;
			if (await shown.isVisible()) await skip(page);
			else {
				await playOn(taste);
				// A page that falls behind tells in words what it did not play.
				await page.waitForTimeout(300);
			}
		}
		throw new Error(`no ${name} was seen`);
	},
});

/** Holds what is shown. False: it was over before. */
async function stop(page: Page): Promise<boolean> {
	const held = page.getByRole('button', { name: said('web.playback.resume') });
	if (await held.isVisible()) return true;
	const pause = page.getByRole('button', { name: said('web.playback.pause') });
	await pause.click({ timeout: 1500 }).catch(() => {});
	return held.isVisible();
}

/** Goes on to the next; what goes by itself meanwhile need not be pressed. */
const skip = (page: Page) =>
	page
		.locator('section.moments .ribbon')
		.click({ timeout: 3000 })
		.catch(() => {});

/** One move of whoever is asked: what they like best. */
async function playOn(taste: Taste): Promise<void> {
	if (!table) return;
	const seat = askedBy(await table.view())[0] ?? 0;
	const update = await table.view(seat);
	const [best] = movesOf(update, seat).toSorted((a, b) => taste(b, update) - taste(a, update));
	if (best) await table.play(seat, update.question.id, best);
}

/** A friend holds an event that is played with one move, in another's turn. */
const event = 'one-quiet-night';
const friendly: Wanted = {
	until: (u) => {
		const [asked = 0] = askedBy(u);
		return u.question.step === 'window' && asked !== activeOf(u) && handOf(u, asked).includes(event);
	},
	taste: hoarder,
};

/** Somebody could find a cure here and now. */
const curable: Wanted = {
	wish: { settings: { players: '2', roles: 'scientist,researcher' } },
	until: (u) =>
		u.question.step === 'action' && movesOf(u, askedBy(u)[0] ?? 0).some((m) => m.startsWith('cure ')),
	taste: fond('give', 'take'),
};

export const moments: Scene[] = [
	moment('epidemic', '.card.epidemic', hoarder),
	moment('infection', '.place', hoarder),
	moment('outbreak', '.badge', hoarder),
	{
		name: 'moment-event',
		way: async (server) => {
			const found = await seek(server, friendly);
			({ table } = found);
			return { path: table.path, as: table.who((found.seat + 1) % table.people.length) };
		},
		settings,
		act: async (page) => {
			await ready(page);
			await playOn(fond(event));
			await expect(page.locator('section.moments .card.event')).toBeVisible();
			expect(await stop(page)).toBe(true);
		},
	},
	{ name: 'cure-possible', way: at(curable), act: ready },
	{
		name: 'role-card',
		way: at('late'),
		act: async (page, size) => {
			await ready(page);
			if (size === 'phone')
				await page
					.getByRole('button', { name: said('web.table.team') })
					.last()
					.click();
			await page.locator('[data-seat] > button').nth(1).click();
			await expect(page.getByRole('dialog').last().locator('img')).toBeVisible();
		},
	},
];
