// Scenes of announcements about other players' moves. Each announcement is held until its screenshot has been
// taken.

import { expect, type Page } from '@playwright/test';
import { hoarder, type Taste } from './drive.ts';
import { fond, seek, type Wanted } from './positions.ts';
import { at, type Scene } from './scenes.ts';
import { ready } from './seen.ts';
import type { Server } from './server.ts';
import { activeOf, askedBy, handOf, movesOf, type TableAt } from './table.ts';
import { said } from './words.ts';

/** Settings with which every announcement is animated. */
const settings = { playback: 'play', motion: 'full', hints: false, learned: ['sounds'] };

/** The table of the current scene. */
let table: TableAt | undefined;

const watched = async (server: Server) => {
	table = await server.table();
	return { path: table.path, as: table.who(3) };
};

/** Returns a scene that plays until an announcement contains a given element. */
const overlay = (name: string, sign: string, taste: Taste): Scene => ({
	name: `overlay-${name}`,
	start: watched,
	settings,
	act: async (page) => {
		await ready(page);
		const shown = page.locator('section.overlay');
		for (let n = 0; n < 400; n++) {
			const seen = () => shown.locator(sign).first().isVisible();
			if ((await seen()) && (await stop(page)) && (await seen())) return;
			if (await shown.isVisible()) await skip(page);
			else {
				await playOn(taste);
				// A page that is too slow shows skipped events as text instead, so the scene waits between moves.
				await page.waitForTimeout(300);
			}
		}
		throw new Error(`no ${name} was seen`);
	},
});

/** Holds the running announcement. It returns false if it was already over. */
async function stop(page: Page): Promise<boolean> {
	const held = page.getByRole('button', { name: said('web.playback.resume') });
	if (await held.isVisible()) return true;
	const pause = page.getByRole('button', { name: said('web.playback.pause') });
	await pause.click({ timeout: 1500 }).catch(() => {});
	return held.isVisible();
}

/**
 * Continues with the next announcement. If the announcement has ended by itself meanwhile, it does nothing.
 */
const skip = (page: Page) =>
	page
		.locator('section.overlay .ribbon')
		.click({ timeout: 3000 })
		.catch(() => {});

/** Plays one move of the seat that must answer: the move that the taste prefers. */
async function playOn(taste: Taste): Promise<void> {
	if (!table) return;
	const seat = askedBy(await table.view())[0] ?? 0;
	const update = await table.view(seat);
	const [best] = movesOf(update, seat).toSorted((a, b) => taste(b, update) - taste(a, update));
	if (best) await table.play(seat, update.question.id, best);
}

/** An event card that a friend plays, with a single move, in another player's turn. */
const event = 'one-quiet-night';
const friendly: Wanted = {
	until: (u) => {
		const [asked = 0] = askedBy(u);
		return u.question.step === 'window' && asked !== activeOf(u) && handOf(u, asked).includes(event);
	},
	taste: hoarder,
};

/** The position in which a player could find a cure. */
const curable: Wanted = {
	wish: { settings: { players: '2', roles: 'scientist,researcher' } },
	until: (u) =>
		u.question.step === 'action' && movesOf(u, askedBy(u)[0] ?? 0).some((m) => m.startsWith('cure ')),
	taste: fond('give', 'take'),
};

export const overlays: Scene[] = [
	overlay('epidemic', '.card.epidemic', hoarder),
	overlay('infection', '.place', hoarder),
	overlay('outbreak', '.badge', hoarder),
	{
		name: 'overlay-event',
		start: async (server) => {
			const found = await seek(server, friendly);
			({ table } = found);
			return { path: table.path, as: table.who((found.seat + 1) % table.people.length) };
		},
		settings,
		act: async (page) => {
			await ready(page);
			await playOn(fond(event));
			await expect(page.locator('section.overlay .card.event')).toBeVisible();
			expect(await stop(page)).toBe(true);
		},
	},
	{ name: 'cure-possible', start: at(curable), act: ready },
	{
		name: 'role-card',
		start: at('late'),
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
