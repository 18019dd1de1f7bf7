// Tests the cards for newcomers. Each is shown once, when an event first happens, but never to players who
// have finished a game.

import type { Table } from '../src/gen/api.ts';
import { sizes } from './browser.ts';
import { ready } from './seen.ts';
import { askedBy } from './table.ts';
import { brisk, expect, test } from './test.ts';
import { said } from './words.ts';

const fresh = { ...brisk, learned: [] };
/** Both roles have powers without moves of their own, so cards explain them immediately. */
const roles = { players: '2', roles: 'medic,scientist' };
const phone = { viewport: sizes.phone, hasTouch: true, isMobile: true };

test('a card says what has come for the first time, with its rule, and does not come again', async ({
	open,
	server,
}) => {
	const table = await server.table({ settings: roles });
	const update = await table.view();
	const [seat = 0] = askedBy(update);
	const as = table.who(seat);
	const page = await open({ path: table.path, as, settings: fresh, browser: { viewport: sizes.desktop } });
	const card = page.locator('[data-hint="first-power"]');
	await expect(card).toContainText(said('power.medic').slice(0, 8));
	const rule = card.getByRole('link', { name: said('web.hint.rule') });
	await expect(rule).toHaveAttribute('href', '/rules/world#role/medic');
	await rule.click();
	await expect(page.getByRole('dialog')).toContainText(said('role.medic'));
	await page.keyboard.press('Escape');
	await card.getByRole('button', { name: said('web.hint.read') }).click();
	await expect(card).toHaveCount(0);
	await page.reload();
	// This hint is a line instead of a card.
	await expect(page.locator('[data-hint="goal"]')).toBeVisible();
	await expect(card).toHaveCount(0);

	// On a phone the card leaves the question visible, and disappears when its event is over.
	const small = await open({ path: table.path, as, settings: fresh, browser: phone });
	await ready(small);
	const there = small.locator('[data-hint="first-power"]');
	await expect(there).toBeInViewport({ ratio: 1 });
	await expect(small.locator('button[data-verb="draw"]')).toBeInViewport({ ratio: 1 });
	await table.play(seat, update.question.id, 'draw');
	await expect(there).toHaveCount(0);
	const learned = () =>
		small.evaluate(() => JSON.parse(localStorage.getItem('theriac.settings') ?? '{}').learned);
	await expect.poll(learned).toContain('first-power');

	// A player who has finished a game sees no cards, in any browser.
	await table.end();
	const body = { game: 'world', settings: roles, sit: 'all', start: true };
	const another = await as.call<Table>('POST', '/api/tables', body);
	const old = await open({ path: `/t/${another.id}`, as, settings: fresh });
	await expect(old.locator('[data-hint="goal"]')).toBeVisible();
	await expect(old.locator('[data-hint^="first-"]')).toHaveCount(0);
});
