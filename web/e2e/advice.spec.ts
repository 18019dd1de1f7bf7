// Tests advice. A player with bots asks for advice, sees plans drawn on the board and plays one by keyboard.
// At a table of people, advice is off until the host turns it on.

import type { Advice, Update } from '../src/gen/api.ts';
import { violations } from './axe.ts';
import { dialog, press } from './scenes.ts';
import { listening, ready } from './seen.ts';
import { beginner } from './story-scenes.ts';
import { brisk, expect, test } from './test.ts';
import { said } from './words.ts';

test('beside bots, plans are asked for, seen and played by keys', async ({ server, open }) => {
	const { id, ada } = await beginner(server);
	const view = () => ada.call<Update>('GET', `/api/tables/${id}/view?fresh=true`);
	const page = await open({ path: `/t/${id}`, as: ada, settings: brisk });
	await ready(page);
	const asks = page.getByRole('button', { name: said('web.advice.ask') });
	await expect(asks).toBeEnabled();
	const before = await view();

	await listening(page);
	await page.keyboard.press('a');
	const panel = page.getByRole('region', { name: said('web.advice.title') });
	const plans = panel.locator('ul > li');
	await expect(plans.first()).toBeVisible({ timeout: 15_000 });
	const { plans: told = [] } = await ada.call<Advice>('POST', `/api/tables/${id}/advice`);
	await expect(plans).toHaveCount(told?.length ?? 0);
	expect(told?.length).toBeGreaterThan(1);
	const ideas = await plans.evaluateAll((all) => all.map((li) => li.getAttribute('data-idea')));
	expect(new Set(ideas).size).toBe(ideas.length);
	await expect(panel.getByRole('meter').first()).toHaveAttribute('aria-valuetext', /100/);
	expect(await violations(page)).toEqual([]);

	// The board draws the plan that has the focus.
	const plays = panel.getByRole('button', { name: said('web.advice.play') });
	await plays.nth(1).focus();
	await expect(plans.nth(1)).toHaveClass(/drawn/);
	await page.keyboard.press('Escape');
	await expect(panel).toBeHidden();
	await expect(asks).toBeFocused();

	await page.keyboard.press('Enter');
	await expect(plans.first()).toBeVisible();
	await plays.first().focus();
	await page.keyboard.press('Enter');
	const first = told?.[0]?.moves?.filter(
		(m) => m.seat === before.question.any?.[0] || m.seat === before.question.all?.[0],
	);
	await expect(panel).toBeHidden();
	await expect
		.poll(async () => (await view()).made)
		.toBeGreaterThanOrEqual(before.made + (first?.length ?? 9));

	// The log reports the advice, once.
	await expect(
		page
			.getByText(said('web.log.advised', { name: said('web.log.you') }))
			.or(page.getByText(/asked for advice/)),
	).toHaveCount(1);
	const { steps = [] } = await ada.call<Update>('GET', `/api/tables/${id}/view?after=-1&fresh=true`);
	expect(steps?.filter((s) => s.kind === 'advice').length).toBe(1);
});

test('among people it is off until the host switches it on', async ({ server, open }) => {
	const table = await server.table({ settings: { players: '2' } });
	const host = await open({ path: table.path, as: table.who(0), settings: brisk });
	await ready(host);
	const asks = host.getByRole('button', { name: said('web.advice.ask') });
	await expect(asks).toHaveCount(0);

	await press(host, 'web.menu');
	await dialog(host).getByText(said('web.people.title'), { exact: true }).click();
	const window = host.getByRole('dialog', { name: said('web.people.title') });
	const rule = window.getByRole('switch', { name: said('web.advice.switch') });
	await expect(rule).not.toBeChecked();
	await rule.click();
	await expect(rule).toBeChecked();
	await window.getByRole('button', { name: said('web.table.close') }).click();
	await expect(asks).toBeVisible();

	await table.who(0).call('PUT', `/api/tables/${table.id}/advice`, { on: false });
	await expect(asks).toHaveCount(0);
});
