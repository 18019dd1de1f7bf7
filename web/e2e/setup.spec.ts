// The page for new tables: what goes together, what is changed with it, and why something cannot be chosen.

import type { Locator, Page } from '@playwright/test';
import { brisk, expect, test } from './test.ts';
import { said } from './words.ts';

const name = (option: string, value: string) => said(`option.${option}.${value}`).split(/\s*:\s+/)[0] ?? '';

/** The radio of a value; where a panel says what is chosen, its group is called the same. */
function radio(page: Page, option: string, value: string): Locator {
	return page
		.getByRole('group', { name: said(`option.${option}`), exact: true })
		.getByRole('radio', { name: name(option, value) });
}

test('what stands in the way of a choice is changed with it, and told before and after', async ({ open }) => {
	const page = await open({ path: '/new', settings: brisk });
	const solo = radio(page, 'mode', 'solo');
	await expect(radio(page, 'box', 'base')).toBeChecked();
	const change = said('web.new.change', { option: said('option.box'), value: name('box', 'lab') });
	const also = said('web.new.also', { changes: change });
	await expect(solo.locator('..')).toContainText(also);

	await solo.check();
	await expect(radio(page, 'box', 'lab')).toBeChecked();
	await expect(page.getByRole('status').filter({ hasText: also })).toBeVisible();
	await expect(page.getByRole('group', { name: said('option.players'), exact: true })).toHaveCount(0);
	await expect(page.getByText(said('web.new.sit.one'), { exact: true })).toHaveCount(0);

	await page.getByRole('button', { name: said('web.new.start') }).click();
	await expect(page).toHaveURL(/\/t\//);
	const id = new URL(page.url()).pathname.split('/')[2];
	const table = await (await page.request.get(`/api/tables/${id}`)).json();
	expect(table.settings).toMatchObject({ box: 'lab', mode: 'solo', players: '1' });
	expect(table.status).toBe('playing');
});

test('what cannot be chosen says why, and where the rule is', async ({ open }) => {
	const page = await open({ path: '/new', settings: brisk });
	const why = said('web.new.excluded', {
		value: name('hands', 'team'),
		option: said('option.mode'),
		other: name('mode', 'table'),
	});
	await expect(radio(page, 'hands', 'team')).toBeDisabled();
	const note = page.getByText(why);
	await expect(note.getByRole('link')).toHaveAttribute('href', '/rules/world#team/hands');

	await radio(page, 'mode', 'teams').check();
	await expect(
		page
			.getByText(said('web.new.fixed', { option: said('option.mode'), other: name('mode', 'teams') }))
			.first(),
	).toBeVisible();
	for (const n of ['1', '2', '3', '5']) await expect(radio(page, 'players', n)).toBeDisabled();
	await expect(radio(page, 'players', '4')).toBeChecked();
});

test('every way to begin opens a table', async ({ open }) => {
	for (const way of ['first', 'standard', 'heroic', 'solo', 'teams', 'everything']) {
		const page = await open({ path: '/new', settings: brisk });
		const ways = page.getByRole('group', { name: said('web.new.preset'), exact: true });
		await ways.getByRole('radio', { name: said(`web.new.preset.${way}`) }).check();
		await expect(ways.getByRole('radio', { name: said(`web.new.preset.${way}`) })).toBeChecked();
		await page.locator('button[type=submit]').click();
		await expect(page, way).toHaveURL(/\/t\//);
	}
});
