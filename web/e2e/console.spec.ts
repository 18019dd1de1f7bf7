// Tests how a server is moderated. The operator's key makes the first operator, who decides a report with a
// passkey. The person answers, and another moderator answers them. Then tests the doors. The
// authenticator is Chromium's virtual one.

import type { Page } from '@playwright/test';
import type { OwnDecision, Said } from '../src/gen/api.ts';
import { authenticator } from './authenticator.ts';
import { violations } from './axe.ts';
import { sizes } from './browser.ts';
import { overflowing } from './overflowing.ts';
import { Server } from './server.ts';
import { brisk, expect, test } from './test.ts';
import { said } from './words.ts';

const button = (page: Page, key: string, values = {}) =>
	page.getByRole('button', { name: said(key, values), exact: true });
const press = (page: Page, key: string) => button(page, key).click();

/** Checks what the eye and screen readers need, on a desktop and on a phone. */
async function sound(page: Page): Promise<void> {
	expect(await violations(page)).toEqual([]);
	expect(await page.evaluate(overflowing)).toEqual([]);
	await expect(page.locator('h1')).toHaveCount(1);
}

test('a report is decided with a passkey, and another moderator answers the appeal', async ({ open }) => {
	const server = await Server.open({ host: 'localhost' });
	try {
		const [ada, ines, noor, balt] = await Promise.all([
			server.person('Ada'),
			server.person('Ines'),
			server.person('Noor'),
			server.person('Baltasar', 'fr'),
		]);
		const table = await noor.call<{ id: string }>('POST', '/api/tables', {
			game: 'world',
			settings: { players: '2' },
			public: true,
			title: 'Tuesday',
			sit: 'one',
		});
		await balt.call('POST', `/api/tables/${table.id}/sit`, {});
		const line = { text: 'You play like a broken bot.' };
		const spoken = await balt.call<Said>('POST', `/api/tables/${table.id}/talk`, line);
		const { id: her } = await ines.call<{ id: string }>('GET', '/api/me');
		const { id: about } = await balt.call<{ id: string }>('GET', '/api/me');
		const report = { about, kind: 'hurtful', line: spoken.at, text: 'Third time this week.' };
		await noor.call('POST', `/api/tables/${table.id}/report`, report);

		// The first operator: a passkey, then the key from the server's disk.
		const adas = await open({ path: '/console', as: ada, at: server, settings: brisk });
		await authenticator(adas);
		await press(adas, 'web.console.enter.first');
		await sound(adas);
		await press(adas, 'web.console.enter.add');
		await adas.getByLabel(said('web.console.key')).fill(await server.operatorKey());
		await press(adas, 'web.console.key.become');

		// The report, by keyboard alone: K and J, a digit, and the passkey.
		const queue = adas.getByRole('listbox', { name: said('web.console.queue') });
		await expect(queue.getByRole('option', { selected: true })).toContainText('Baltasar');
		await expect(adas.getByText(said('web.console.evidence.hands'))).toBeVisible();
		await expect(adas.getByText(line.text, { exact: true })).toBeVisible();
		await adas.keyboard.press('j');
		await adas.keyboard.press('3');
		await expect(adas.getByRole('radio', { name: said('web.console.what.mute') })).toBeChecked();
		await expect(adas.getByText('Vous avez écrit')).toContainText('broken bot');
		await expect(adas.getByText('Vous avez écrit')).not.toContainText('Noor');
		await sound(adas);
		await adas.setViewportSize(sizes.phone);
		await sound(adas);
		await adas.setViewportSize(sizes.desktop);
		await press(adas, 'web.console.decide.go');
		await expect(adas.getByText(said('web.console.queue.none'), { exact: true })).toBeVisible();
		await expect(
			adas.getByText(said('web.console.deed.mute', { by: 'Ada', about: 'Baltasar' })),
		).toBeVisible();

		// A second moderator, who needs a passkey of her own.
		const other = await open({ path: '/settings', as: ines, at: server, settings: brisk });
		await authenticator(other);
		await press(other, 'web.signin.add');
		await expect(other.getByRole('list', { name: said('web.signin.keys') })).toBeVisible();
		await adas.goto('/console/people');
		await adas.getByLabel(said('web.console.people.name')).fill('INE');
		await press(adas, 'web.console.people.open');
		await sound(adas);
		await adas.getByRole('link', { name: 'Ines' }).click();
		await adas.waitForURL(`**/console/people/${her}`);
		await adas.getByRole('radio', { name: said('web.console.role.moderator') }).check();
		await press(adas, 'web.console.save');
		await expect(button(adas, 'web.console.save')).toBeDisabled();
		await sound(adas);

		// The person reads the decision without a word about who reported it, and answers once.
		const [decision] = await balt.call<OwnDecision[]>('GET', '/api/me/decisions');
		expect(JSON.stringify(decision)).not.toMatch(/Noor|Ada/);
		await balt.call('POST', `/api/me/decisions/${decision?.id}/appeal`, { text: 'Je plaisantais.' });

		await other.goto('/console/appeals');
		await press(other, 'web.console.enter.passkey');
		await expect(other.getByText('Je plaisantais.')).toBeVisible();
		await sound(other);
		await other.getByRole('radio', { name: said('web.console.appeal.lift') }).check();
		await press(other, 'web.console.appeal.go');
		await expect(other.getByText(said('web.console.appeals.none'))).toBeVisible();
		const [answered] = await balt.call<OwnDecision[]>('GET', '/api/me/decisions');
		expect(answered?.inForce).toBe(false);
		await other.goto('/console/log');
		await expect(
			other.getByText(said('web.console.deed.answer.lifted', { by: 'Ines', about: 'Baltasar' })),
		).toBeVisible();
		await sound(other);
	} finally {
		await server.close();
	}
});

test('a code lets one person in, and a table’s invitation needs none', async ({ open }) => {
	const server = await Server.open({ flags: ['--doors', 'invite'] });
	try {
		const [ada, wim] = await Promise.all([server.person('Ada'), server.person('Wim')]);

		// Passkeys do not work at an address without a name, so the key opens the console for ten minutes.
		const adas = await open({ path: '/console/doors', as: ada, at: server, settings: brisk });
		await adas.getByLabel(said('web.console.key')).fill(await server.operatorKey());
		await press(adas, 'web.console.key.go');
		await adas.getByLabel(said('web.console.invitations.uses')).fill('1');
		await press(adas, 'web.console.invitations.make');
		const link = await adas.getByLabel(said('web.console.invitations.made')).inputValue();
		await sound(adas);

		const page = await open({ path: '/', as: wim, at: server, settings: brisk });
		await page.getByRole('link', { name: said('web.doors.go') }).click();
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(said('web.doors.title'));
		await page.getByLabel(said('web.doors.code'), { exact: true }).fill('nothing');
		await press(page, 'web.doors.code.go');
		await expect(page.getByText(said('problem.code-void'))).toBeVisible();
		await sound(page);
		await page.goto(link);
		await press(page, 'web.doors.code.go');
		await expect(page.getByText(said('web.doors.inside.title'))).toBeVisible();
		await page.goto('/hall');
		await expect(page.getByText(said('web.hall.nobody'))).toBeVisible();
		await expect(page.getByRole('link', { name: said('web.doors.go') })).toHaveCount(0);

		// The code is used up; a table's invitation still admits to its table.
		const late = await open({ path: link, at: server, settings: brisk });
		await press(late, 'web.doors.code.go');
		await expect(late.getByText(said('problem.code-void'))).toBeVisible();
		const { id, links } = await wim.call<{ id: string; links: { invite: string } }>('POST', '/api/tables', {
			game: 'world',
			settings: { players: '2' },
			sit: 'one',
			links: true,
		});
		await late.goto(new URL(links.invite).pathname);
		await press(late, 'web.link.sit');
		await late.waitForURL(`**/t/${id}`);
		await expect(button(late, 'web.lobby.leave')).toBeVisible();

		await late.goto('/about/terms');
		await expect(late.getByText(said('web.about.draft'))).toBeVisible();
		await sound(late);
	} finally {
		await server.close();
	}
});
