// Tests how a person keeps a name permanently. A passkey is created in one browser, synced to another and
// used there. Then it is lost, and replaced with the help of a recovery code. The authenticator is
// Chromium's virtual one.

import type { Page } from '@playwright/test';
import { authenticator } from './authenticator.ts';
import { violations } from './axe.ts';
import { Server } from './server.ts';
import { brisk, expect, test } from './test.ts';
import { said } from './words.ts';

const press = (page: Page, key: string) => page.getByRole('button', { name: said(key), exact: true }).click();
const panel = (page: Page) => page.locator('#sign-in');
const me = async (page: Page) => (await page.request.get('/api/me')).json();

async function clean(page: Page): Promise<void> {
	expect(await violations(page)).toEqual([]);
}

test('a passkey is made, used in a second browser, lost, and made up for with a code', async ({ open }) => {
	const server = await Server.open({ host: 'localhost' });
	try {
		const ada = await server.person('Ada');
		const home = await open({ path: '/settings', as: ada, at: server, settings: brisk });
		const first = await authenticator(home);
		await press(home, 'web.signin.add');
		await expect(panel(home).getByRole('list', { name: said('web.signin.keys') })).toBeVisible();
		await clean(home);
		await press(home, 'web.signin.codes');
		const codes = home.getByRole('dialog').getByRole('listitem');
		await expect(codes).toHaveCount(10);
		await clean(home);
		const code = (await codes.first().textContent()) ?? '';
		await home.keyboard.press('Escape');
		await expect(panel(home)).toContainText('10');

		// The passkey reaches a second browser with its counter, as synced passkeys do. The guest in that browser
		// already has a table.
		const { credentials } = await first.cdp.send('WebAuthn.getCredentials', { authenticatorId: first.id });
		expect(credentials).toHaveLength(1);
		const guest = await server.person('On the train');
		const { id: table } = await guest.call<{ id: string }>('POST', '/api/tables', { game: 'world' });
		const away = await open({ path: '/settings', as: guest, at: server, settings: brisk });
		const second = await authenticator(away);
		for (const credential of credentials) {
			await second.cdp.send('WebAuthn.addCredential', { authenticatorId: second.id, credential });
		}
		const before = (await away.context().cookies()).find((c) => c.name === 'theriac')?.value;
		await press(away, 'web.signin.enter');
		await expect(away.getByText('Signed in as Ada. 1 table came along.')).toBeVisible();
		expect((await me(away)).id).toBe((await me(home)).id);
		expect((await away.context().cookies()).find((c) => c.name === 'theriac')?.value).not.toBe(before);
		expect((await (await away.request.get(`/api/tables/${table}`)).json()).host.name).toBe('Ada');

		// Everything is lost: no browser is signed in, and the passkey is gone.
		await press(away, 'web.signin.out');
		await away
			.getByRole('dialog')
			.getByRole('button', { name: said('web.signin.out') })
			.click();
		await expect(panel(away).getByRole('button', { name: said('web.signin.enter') })).toBeVisible();
		expect((await away.request.get('/api/me')).status()).toBe(204);
		await clean(away);
		await second.cdp.send('WebAuthn.clearCredentials', { authenticatorId: second.id });
		await press(away, 'web.signin.enter');
		await expect(panel(away).getByRole('alert')).toContainText(said('web.signin.cancelled'));

		await press(away, 'web.signin.recover');
		const dialog = away.getByRole('dialog');
		await dialog.getByLabel(said('web.signin.recover.code')).fill('aaaa-bbbb-cccc-dddd');
		await dialog.getByRole('button', { name: said('web.signin.recover.go') }).click();
		await expect(dialog).toContainText(said('problem.wrong-code'));
		await clean(away);
		await dialog.getByLabel(said('web.signin.recover.code')).fill(code.toUpperCase());
		await dialog.getByRole('button', { name: said('web.signin.recover.go') }).click();
		await expect(away.getByText(said('web.signin.welcome', { name: 'Ada' }), { exact: true })).toBeVisible();
		await expect(panel(away)).toContainText('9');

		// The person removes the lost passkey and adds a new one.
		await press(away, 'web.signin.add');
		const removal = panel(away).getByRole('listitem').first().getByRole('button').last();
		await expect(panel(away).getByRole('listitem')).toHaveCount(2);
		await removal.click();
		await expect(panel(away).getByRole('listitem')).toHaveCount(1);
	} finally {
		await server.close();
	}
});

test('where there can be no passkeys, a sentence says so', async ({ server, open }) => {
	const page = await open({ path: '/settings', as: await server.person('Ada'), settings: brisk });
	await expect(panel(page)).toContainText(said('web.signin.impossible'));
	await expect(panel(page).getByRole('button', { name: said('web.signin.add') })).toHaveCount(0);
	await clean(page);
});
