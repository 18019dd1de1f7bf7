// Tests the page for new tables: which options are possible together, what a choice changes, and why a value
// is disabled.

import type { Locator, Page } from '@playwright/test';
import { sizes } from './browser.ts';
import { customise } from './seen.ts';
import { names } from './server.ts';
import { askedBy } from './table.ts';
import { brisk, expect, test } from './test.ts';
import { like, said } from './words.ts';

const name = (option: string, value: string) => said(`option.${option}.${value}`).split(/\s*:\s+/)[0] ?? '';

/**
 * Finds the radio button of a value. If a panel's title names the choice, the group of buttons has that
 * name.
 */
function radio(page: Page, option: string, value: string): Locator {
	return page
		.getByRole('group', { name: said(`option.${option}`), exact: true })
		.getByRole('radio', { name: name(option, value) });
}

test('what stands in the way of a choice is changed with it, and told before and after', async ({ open }) => {
	const page = await open({ path: '/new', settings: brisk });
	await expect(radio(page, 'mode', 'solo')).toBeHidden();
	await customise(page);
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
	await customise(page);
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
	for (const preset of ['first', 'standard', 'everything', 'heroic', 'solo', 'teams']) {
		const page = await open({ path: '/new', settings: brisk });
		const large = page.getByRole('group', { name: said('web.new.preset'), exact: true });
		const more = page.getByRole('group', { name: said('web.new.preset.more'), exact: true });
		await expect(large.getByRole('radio')).toHaveCount(3);
		const presets = large.or(more);
		if (['heroic', 'solo', 'teams'].includes(preset)) await customise(page);
		await presets.getByRole('radio', { name: said(`web.new.preset.${preset}`) }).check();
		await expect(presets.getByRole('radio', { name: said(`web.new.preset.${preset}`) })).toBeChecked();
		await page.locator('button[type=submit]').click();
		await expect(page, preset).toHaveURL(/\/t\//);
	}
});

/** Finds the card of a game on any page where players choose a game. */
const gameCard = (page: Page, game: string) =>
	page
		.getByRole('group', { name: said('web.new.which'), exact: true })
		.getByRole('radio', { name: said(`game.${game}`) });

test('each game has presets of its own', async ({ open }) => {
	const page = await open({ settings: brisk });
	const title = (game: string) =>
		page.getByRole('heading', { level: 1, name: said(`web.landing.title.${game}`) });
	await expect(title('world')).toBeVisible();
	await expect(page.getByRole('button', { name: said('web.landing.bots.world') })).toBeVisible();

	await gameCard(page, 'pharmacy').check({ force: true });
	await expect(title('pharmacy')).toBeVisible();
	await expect(title('world')).toHaveCount(0);
	await expect(page.getByRole('button', { name: said('web.landing.bots.world') })).toHaveCount(0);
	await expect(page.getByRole('button', { name: said('web.landing.bots.pharmacy') })).toBeVisible();
	await page.getByRole('button', { name: said('web.landing.friends') }).click();
	const seats = page.getByRole('dialog').getByRole('radio');
	await expect(seats).toHaveCount(4);
	await seats.last().check({ force: true });
	await page
		.getByRole('dialog')
		.getByRole('button', { name: said('web.friends.make') })
		.click();
	await expect(page.locator('[data-seat]')).toHaveCount(6);
	await expect(page.getByRole('textbox', { name: said('web.lobby.invite.link') })).toHaveValue(/\/j\//);
	const id = new URL(page.url()).pathname.split('/')[2];
	const table = await (await page.request.get(`/api/tables/${id}`)).json();
	expect(table).toMatchObject({ game: 'pharmacy', clock: { kind: 'live', seconds: 60 } });

	// The landing page remembers the chosen game, and opens a solo table for it.
	await page.goto('/');
	await expect(gameCard(page, 'pharmacy')).toBeChecked();
	await page.getByRole('button', { name: said('web.landing.alone') }).click();
	await expect(page).toHaveURL(/\/t\//);
	await expect(page.locator('main[data-game=pharmacy], div[data-game=pharmacy]')).toBeVisible();
});

test('a table of the pharmacy game: how many at once, other readings folded, a pace of its own', async ({
	open,
}) => {
	const page = await open({ path: '/new?game=pharmacy', settings: brisk });
	await expect(gameCard(page, 'pharmacy')).toBeChecked();
	const players = page.getByRole('group', { name: said('option.players'), exact: true });
	await expect(players.getByRole('radio')).toHaveCount(4);
	await radio(page, 'players', '5').check();
	await customise(page);
	await expect(radio(page, 'care', '13')).toBeHidden();

	const readings = page.locator('details details').filter({ hasText: said('web.new.group.readings') });
	await expect(readings.locator('summary')).toContainText(said('web.new.readings.book'));
	await readings.locator('summary').click();
	const presets = page.getByRole('group', { name: said('web.new.preset'), exact: true });
	await expect(presets.getByRole('radio')).toHaveCount(3);
	await presets.getByRole('radio', { name: said('web.new.preset.bold') }).check();
	await expect(radio(page, 'diagnosis', '12')).toBeChecked();
	await expect(readings.locator('summary')).not.toContainText(said('web.new.readings.book'));
	await radio(page, 'care', '13').check();

	const live = page.getByRole('radio', { name: said('web.new.clock.live') });
	const turn = page.getByRole('combobox', { name: said('web.new.clock.turn') });
	await expect(live).toBeChecked();
	await expect(turn).toHaveValue('60');
	await gameCard(page, 'world').check({ force: true });
	await expect(live).toBeChecked();
	await expect(turn).toHaveValue('300');
	await page.getByRole('radio', { name: said('web.new.clock.slow') }).check();
	await gameCard(page, 'pharmacy').check({ force: true });
	await expect(live).toBeChecked();
	await page.locator('button[type=submit]').click();
	await expect(page.locator('[data-seat]')).toHaveCount(5);
	const id = new URL(page.url()).pathname.split('/')[2];
	const table = await (await page.request.get(`/api/tables/${id}`)).json();
	expect(table.clock).toEqual({ kind: 'live', seconds: 60 });
	expect(table.settings).toMatchObject({
		players: '5',
		care: '13',
		diagnosis: '12',
		keeper: 'pills',
		supply: 'nine',
	});
});

test('a group plays with viruses of its own, and is told which line is wrong', async ({ open }) => {
	const page = await open({ path: '/new?game=pharmacy', settings: brisk });
	await customise(page);
	await page.getByText(said('web.new.cards'), { exact: false }).first().click();
	await page.getByRole('button', { name: said('web.new.cards.begin') }).click();
	const field = page.getByRole('textbox', { name: said('web.new.cards') });
	const box = await field.inputValue();
	expect(box.split('\n')[0]).toBe('sniffles 1 - 1 0 0');
	await page.getByRole('radio', { name: said('web.new.sit.all') }).check();
	await field.fill('flu 1 - 1 0 0');
	await page.getByRole('button', { name: said('web.new.start') }).click();
	await expect(page.getByRole('alert').filter({ hasText: 'flu 1 - 1 0 0' })).toBeVisible();

	await field.fill(box.replace('sniffles 1 - 1 0 0', 'sniffles 6 cross 0 0 2'));
	await page.getByRole('button', { name: said('web.new.start') }).click();
	await expect(page).toHaveURL(/\/t\//);
	const id = new URL(page.url()).pathname.split('/')[2];
	const table = await (await page.request.get(`/api/tables/${id}`)).json();
	expect(table.cards).toBe('sniffles 6 cross 0 0 2');
	await page.getByRole('tab', { name: said('web.pharmacy.paper.cards') }).click();
	await expect(page.locator('[data-value="6"]')).toContainText(said('card.sniffles'));
	await expect(page.locator('[data-value="1"]')).not.toContainText(said('card.sniffles'));
});

test('the host changes the options in the lobby, and everybody who sits stays and is told', async ({
	open,
	server,
}) => {
	const table = await server.table({ gathering: true, settings: { players: '3' } });
	const guest = await server.person('Bea');
	await guest.call('POST', '/api/links', { secret: table.secret });
	await guest.call('POST', `/api/tables/${table.id}/sit`, { seat: 2 });
	const beside = await open({ path: table.path, as: guest, settings: brisk });
	const page = await open({ path: table.path, as: table.who(0), settings: brisk });
	await expect(page.locator('[data-seat]')).toHaveCount(3);
	await expect(beside.getByRole('button', { name: said('web.lobby.change.about') })).toHaveCount(0);

	// By keyboard, the host chooses two seats and the second preset.
	await page.getByRole('button', { name: said('web.lobby.change.about') }).focus();
	await page.keyboard.press('Enter');
	const asked = page.getByRole('dialog', { name: said('web.lobby.change.title') });
	const presets = asked.getByRole('group', { name: said('web.new.preset'), exact: true });
	await expect(presets.getByRole('radio').first()).toBeChecked();
	await presets.getByRole('radio').first().focus();
	await page.keyboard.press('ArrowRight');
	await expect(presets.getByRole('radio', { name: said('web.new.preset.standard') })).toBeChecked();
	await radio(page, 'players', '3').focus();
	await page.keyboard.press('ArrowLeft');
	await expect(radio(page, 'players', '2')).toBeChecked();
	await asked.getByRole('button', { name: said('web.lobby.change.save') }).press('Enter');
	await expect(asked).toBeHidden();
	for (const seen of [page, beside]) {
		await expect(seen.locator('[data-seat]')).toHaveCount(2);
		await expect(seen.locator('[data-seat="1"]')).toContainText('Bea');
	}
	const told = beside.getByRole('status').filter({ hasText: said('option.epidemics') });
	await expect(told).toContainText(said('web.lobby.changed', { what: '' }).split(':')[0] ?? '');
	await expect(told).toContainText(said('option.players'));

	// Two people sit at the table, so a solo game is refused with a reason, and the options do not change.
	await page.getByRole('button', { name: said('web.lobby.change.about') }).click();
	await customise(page);
	await asked.getByRole('radio', { name: said('web.new.preset.solo') }).check();
	await asked.getByRole('button', { name: said('web.lobby.change.save') }).click();
	await expect(asked.getByRole('alert')).toHaveText(said('problem.too-few-seats'));
	await asked.getByRole('button', { name: said('web.cancel') }).click();

	await page.getByRole('button', { name: said('web.lobby.start') }).click();
	await expect(page.getByRole('heading', { name: said('web.lobby.seats') })).toHaveCount(0);
	const { settings, seats } = await (await page.request.get(`/api/tables/${table.id}`)).json();
	expect(settings).toMatchObject({ players: '2', epidemics: '5' });
	expect(seats).toHaveLength(2);
});

test('a table that one may not see says how to get in, and takes the link', async ({ open, server }) => {
	const table = await server.table({ gathering: true, settings: { players: '3' } });
	const page = await open({ path: table.path, as: await server.person('Eve'), settings: brisk });
	await expect(page.getByRole('heading', { name: said('web.room.missing') })).toBeVisible();
	await expect(page.getByText(said('web.room.missing.text'))).toBeVisible();
	await page.getByRole('link', { name: said('web.landing.join') }).click();
	await page
		.getByRole('textbox', { name: said('web.code.label') })
		.fill(`${server.origin}/j/${table.secret}`);
	await page.getByRole('button', { name: said('web.landing.join.go'), exact: true }).click();
	await expect(page).toHaveURL(/\/j\//);
	await page.getByRole('button', { name: said('web.link.sit') }).click();
	await expect(page.locator('[data-seat]')).toHaveCount(3);
});

test('who comes back begins with the table that waits, and is known on every page', async ({
	server,
	open,
}) => {
	const table = await server.table({ settings: { players: '2', roles: 'medic,researcher' }, seconds: 300 });
	const [seat = 0] = askedBy(await table.view());
	const ada = table.who(seat);
	await ada.call('POST', '/api/tables', { game: 'world', lesson: 'first', sit: 'all', start: true });
	for (const viewport of [sizes.desktop, sizes.phone]) {
		const page = await open({ path: '/', as: ada, settings: brisk, browser: { viewport } });
		const first = page.getByRole('region', { name: said('web.continue'), exact: true });
		const card = first.getByRole('link', { name: like('web.continue.role') });
		await expect(card).toContainText(said(`role.${['medic', 'researcher'][seat]}`));
		await expect(card).toContainText(said('web.tables.turn'));
		await expect(card.getByRole('timer')).toBeVisible();
		expect((await card.boundingBox())?.y).toBeLessThan(200);
		// The list has one running table; the lesson does not count.
		await expect(page.getByRole('list', { name: said('web.landing.mine') })).toHaveCount(0);
		if (process.env.SHOT)
			await page.screenshot({ path: `${process.env.SHOT}/continue-${viewport.width}.png` });
		await card.click();
		await expect(page).toHaveURL(new RegExp(`/t/${table.id}`));
	}
	const page = await open({ path: '/mine', as: ada, settings: brisk });
	await expect(page.locator('ul.rows li')).toHaveCount(1);
	for (const path of ['/today', '/hall', '/puzzles', '/rules/world', '/new']) {
		await page.goto(path);
		await expect(page.locator('header').getByRole('link', { name: names[seat] })).toBeVisible();
	}

	// A new table is private, even if the last one was public. One tap makes the events in hidden hands
	// secret, as the rulebook says.
	const strangers = page.getByRole('switch', { name: said('web.new.public.yes') });
	const printed = page.getByRole('switch', { name: said('web.new.printed') });
	await strangers.click();
	await page
		.getByRole('group', { name: said('web.new.preset'), exact: true })
		.getByRole('radio', { name: said('web.new.preset.standard') })
		.check({ force: true });
	await printed.click();
	await expect(printed).toBeChecked();
	await page.getByRole('button', { name: said('web.new.make') }).click();
	await expect(page).toHaveURL(/\/t\//);
	const made = await ada.call<{ public: boolean; settings: Record<string, string> }>(
		'GET',
		`/api/tables/${new URL(page.url()).pathname.split('/')[2]}`,
	);
	expect(made).toMatchObject({ public: true, settings: { events: 'secret' } });
	await page.goto('/new?game=iberia');
	await expect(strangers).not.toBeChecked();
});
