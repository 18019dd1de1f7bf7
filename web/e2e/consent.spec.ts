// Tests actions that involve two players: an undo with consent, an event in another player's turn, a hand
// with too many cards.

import type { Page } from '@playwright/test';
import { drive, hoarder, situation, step, type Until } from './drive.ts';
import { fond } from './positions.ts';
import { action, city, driver, driveTo, endTurn, heard, listening, pawnIn, question, ready } from './seen.ts';
import { activeOf, askedBy, handOf, movesOf, worldOf } from './table.ts';
import { brisk, expect, test } from './test.ts';
import { cityName, like, said } from './words.ts';

const notices = (page: Page) => page.getByRole('region', { name: said('web.app.notices') });

test('another player has to agree to an undo', async ({ server, open }) => {
	const table = await server.table({ settings: { players: '2' } });
	const first = await driver(table);
	const other = 1 - first.seat;
	const page = await open({ path: table.path, as: table.who(first.seat), settings: brisk });
	const beside = await open({ path: table.path, as: table.who(other), settings: brisk });
	await ready(page);
	await ready(beside);

	// The end of a turn has revealed cards, so undoing it needs the other player's consent.
	await endTurn(page);
	await expect.poll(async () => (await table.view(first.seat)).made).toBeGreaterThan(first.made);
	await drive(table, (u) => activeOf(u) === other && u.question.step === 'action', hoarder);
	const undo = page.locator('button[data-verb="undo"]');
	await expect(undo).toContainText(said('web.undo.asks-all'));
	const what = said('web.undo.what', { move: said('move.draw') });
	const asks = said('web.undo.asks', { who: table.who(other).name });
	await expect(undo).toHaveAttribute('title', `${what} · ${asks}`);
	await undo.click();

	// The player in the other seat has moved meanwhile, but the end of the turn can still be undone.
	const asked = question(beside, like('web.proposal.undo.named'));
	await expect(asked).toBeVisible();
	await expect(asked).toContainText(table.who(first.seat).name);
	await expect(asked).toContainText(said('move.draw'));
	// The player who asks sees the refusal, asks again, and withdraws the request. The other player sees that
	// too.
	await asked.getByRole('button', { name: said('move.refuse'), exact: true }).click();
	const [name, theirs] = [table.who(first.seat).name, table.who(other).name];
	await expect(notices(page)).toContainText(said('web.log.answered.refuse', { name: theirs }));
	await undo.click();
	await page.getByRole('button', { name: said('web.proposal.withdraw') }).click();
	await expect(asked).toBeHidden();
	await expect(notices(beside)).toContainText(said('web.log.answered.withdraw', { name }));
	await undo.click();
	await expect(asked).toBeVisible();
	const before = (await table.view(first.seat)).made;
	await asked.getByRole('button', { name: said('move.agree'), exact: true }).click();
	await expect(asked).toBeHidden();
	await expect.poll(async () => (await table.view(first.seat)).made).toBeLessThan(before);
	expect(activeOf(await table.view(first.seat))).toBe(first.seat);
	await heard(page, 'undid');
	await heard(beside, 'undid');
});

test('who leaves the table and who comes back is told to the others', async ({ server, open }) => {
	const table = await server.table({ settings: { players: '2' } });
	const page = await open({ path: table.path, as: table.who(0), settings: brisk });
	await ready(page);
	const other = table.who(1);
	const { name } = other;
	await other.call('POST', `/api/tables/${table.id}/stand`, { seat: 1 });
	await expect(notices(page)).toContainText(said('web.say.left', { name }));
	await expect(page.getByText(said('web.team.free')).first()).toBeVisible();
	await other.call('POST', `/api/tables/${table.id}/sit`, { seat: 1 });
	await expect(notices(page)).toContainText(said('web.say.came', { name }));

	// A chat longer than its box opens at its newest message.
	for (let n = 1; n <= 12; n++)
		await other.call('POST', `/api/tables/${table.id}/talk`, { text: `${n} ${'and so on '.repeat(25)}` });
	await page.getByRole('tab', { name: said('web.chat.title') }).click();
	await expect(page.getByRole('log').getByText(/^12 /)).toBeInViewport();
});

test('an undo of one’s own that showed nothing asks nobody', async ({ server, open }) => {
	const table = await server.table({ settings: { players: '2' } });
	const { seat, cities, made } = await driver(table);
	const page = await open({ path: table.path, as: table.who(seat), settings: brisk });
	await ready(page);
	const to = cities[0] ?? '';
	const undo = page.locator('button[data-verb="undo"]');
	await expect(undo).toBeHidden();
	await driveTo(page, to);
	await pawnIn(page, to, table.who(seat).name);
	await undo.click();
	await pawnIn(page, 'atlanta', table.who(seat).name);
	await expect(undo).toBeHidden();
	expect((await table.view(seat)).made).toBe(made);
});

test('an event is held and played in another’s turn', async ({ server, open }) => {
	const { table, update } = await situation(
		server,
		{ seconds: 600 },
		(u) => {
			const [seat] = askedBy(u);
			return u.question.step === 'window' && seat !== activeOf(u) && !u.over;
		},
		hoarder,
	);
	const seat = askedBy(update)[0] ?? 0;
	const page = await open({ path: table.path, as: table.who(seat), settings: brisk });
	await ready(page);
	const asked = question(page, like('web.window.title'));
	await listening(page);
	// The game waits a few seconds, and the playable event glows. Meanwhile its holder can ask for more time.
	await expect(page.locator('#tray .glows')).toHaveCount(1);
	await expect(asked).toBeHidden();
	await page.keyboard.press('v');
	await expect(asked).toBeVisible();
	await expect(page.locator('button[data-hold]')).toHaveCount(0);
	const plays = movesOf(await table.view(seat), seat).filter((m) => !/^(pass|waive)/.test(m));
	const event = plays[0]?.split(' ')[0] ?? '';
	const button = asked.locator(`button[data-verb="${event}"]`);
	const listed = (await button.getAttribute('aria-haspopup')) === 'dialog';
	await button.click();
	if (listed) await page.getByRole('dialog').getByRole('button').first().click();
	await expect.poll(() => made(event)).toBe(true);
	await expect(page.getByRole('log')).toContainText(said(`event.${event}`));

	/** Reports whether the log has a move with this verb. */
	async function made(word: string): Promise<boolean> {
		const all = await table
			.who(seat)
			.call<{ steps: { plays: { move?: string }[] | null }[] }>(
				'GET',
				`/api/tables/${table.id}/view?after=-1&fresh=true`,
			);
		return all.steps.some((s) => s.plays?.some((p) => p.move?.startsWith(word)));
	}
});

test('a hand over the limit is discarded down to it', async ({ server, open }) => {
	const { table, update } = await situation(server, {}, step('discard'), hoarder);
	const seat = askedBy(update)[0] ?? 0;
	const page = await open({ path: table.path, as: table.who(seat), settings: brisk });
	await ready(page);
	const name = table.who(seat).name;
	const asked = question(page, said('question.discard', { seat: name }));
	await expect(asked).toBeVisible();
	const cards = movesOf(await table.view(seat), seat).filter((m) => m.startsWith('discard '));
	const card = cards[0]?.slice(8) ?? '';
	await expect(asked.locator('.card.small')).toHaveCount(0); // the cards are shown in full
	await asked.locator(`[data-card="${card}"] button`).click();
	await expect.poll(async () => handOf(await table.view(seat), seat).includes(card)).toBe(false);
	const hand = page.getByRole('list', { name: said('web.hand.title') });
	await expect(hand.locator(`[data-card="${card}"]`)).toHaveCount(0);
	await expect(page.getByRole('log')).toContainText(cityName(card));
});

test('a player is asked before a card is shared', async ({ server, open }) => {
	// The player must have another action left after sharing, so that the turn continues.
	const asking: Until = (u) => step('consent')(u) === true && (worldOf(u).actions ?? 0) > 1;
	const { table, update } = await situation(server, {}, asking, fond('give', 'take'));
	const seat = askedBy(update)[0] ?? 0;
	const asker = activeOf(update);
	const page = await open({ path: table.path, as: table.who(seat), settings: brisk });
	const beside = await open({ path: table.path, as: table.who(asker), settings: brisk });
	await ready(page);
	await ready(beside);
	await expect(beside.getByText(like('web.waiting.for')).first()).toBeVisible();
	await page.locator('button[data-verb="agree"]').click();
	await expect(beside.getByText(said('web.status.your-turn')).first()).toBeVisible();
	await expect(action(beside, 'drive')).toBeVisible();
	await expect(city(beside, 'atlanta')).toBeVisible();
});
