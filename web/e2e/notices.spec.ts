// Tests the notices that arrive while Theriac is closed. A push message that Chromium hands to the service
// worker becomes a notification of its table. The settings show the state of this browser, of email and of
// quiet hours. Subscriptions are faked, so the push service of Chromium's vendor is not tested.

import type { Page } from '@playwright/test';
import type { Notices } from '../src/gen/api.ts';
import { axe } from './axe.ts';
import { Mailbox } from './mailbox.ts';
import { Server } from './server.ts';
import { brisk, expect, test } from './test.ts';
import { said } from './words.ts';

const panel = (page: Page) => page.locator('#notices');
const button = (page: Page, key: string) => panel(page).getByRole('button', { name: said(key), exact: true });

async function clean(page: Page): Promise<void> {
	const { violations } = await axe(page).include('#notices').analyze();
	expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' ')}`)).toEqual([]);
}

const allow = (page: Page) =>
	page.context().grantPermissions(['notifications'], { origin: new URL(page.url()).origin });

/** Returns the notifications that this origin's service worker shows. */
const notifications = (page: Page) =>
	page.evaluate(async () => {
		const worker = await navigator.serviceWorker.ready;
		return (await worker.getNotifications()).map(({ title, body, tag, lang, data }) => ({
			title,
			body,
			tag,
			lang,
			data,
		}));
	});

test('a push message becomes a notification of its table', async ({ server, open }) => {
	const page = await open({ path: '/', as: await server.person('Ada'), settings: brisk });
	await allow(page);
	await page.evaluate(async () => void (await navigator.serviceWorker.ready));
	const cdp = await page.context().newCDPSession(page);
	const registration = new Promise<string>((found) =>
		cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
			for (const { registrationId, scopeURL } of registrations)
				if (scopeURL.startsWith(server.origin)) found(registrationId);
		}),
	);
	await cdp.send('ServiceWorker.enable');
	const registrationId = await registration;
	const push = (message: object) =>
		cdp.send('ServiceWorker.deliverPushMessage', {
			origin: server.origin,
			registrationId,
			data: JSON.stringify(message),
		});
	const message = { id: 'q1', table: 'abc', title: 'À vous', body: 'Mardi : une action ?', lang: 'fr' };
	const shown = {
		title: 'À vous',
		body: 'Mardi : une action ?',
		tag: 'theriac abc',
		lang: 'fr',
		data: { path: '/t/abc', id: 'q1' },
	};
	await push(message);
	await expect.poll(() => notifications(page)).toEqual([shown]);
	// A newer question replaces the table's older notification; another table has its own notification.
	await push({ ...message, id: 'q2', title: 'Une question' });
	await expect
		.poll(() => notifications(page))
		.toEqual([{ ...shown, title: 'Une question', data: { path: '/t/abc', id: 'q2' } }]);
	await push({ ...message, table: 'def' });
	await expect
		.poll(async () => (await notifications(page)).map((n) => n.tag).sort())
		.toEqual(['theriac abc', 'theriac def']);
});

test('what keeps this browser from getting notices is said', async ({ server, open }) => {
	const ada = await server.person('Ada');
	const page = await open({ path: '/settings', as: ada, settings: brisk });
	await allow(page);
	await page.reload();
	const nothing = async () => {
		await expect(panel(page).getByRole('alert')).toHaveText(said('web.notices.failed'));
		await expect(button(page, 'web.notices.turn-on')).toBeVisible();
		expect((await ada.call<{ devices: unknown[] }>('GET', '/api/me/notices')).devices).toEqual([]);
	};
	// All windows of the tests are private, and in a private window Chromium does not contact its push service.
	await button(page, 'web.notices.turn-on').click();
	await nothing();
	await clean(page);

	// If Chromium cannot reach its push service, it waits forever.
	await page.clock.install();
	await page.addInitScript(() => {
		PushManager.prototype.subscribe = () => {
			document.body.dataset.asked = 'yes';
			return new Promise(() => {});
		};
	});
	await page.reload();
	await button(page, 'web.notices.turn-on').click();
	await expect(page.locator('body[data-asked]')).toBeVisible();
	await page.clock.fastForward(30_000);
	await nothing();

	// A permission that was never granted counts as denied.
	await page.context().clearPermissions();
	await page.context().grantPermissions(['geolocation'], { origin: server.origin });
	await page.reload();
	await expect(panel(page)).toContainText(said('web.settings.notify.blocked'));
	await expect(button(page, 'web.notices.turn-on')).toHaveCount(0);
	await clean(page);

	await page.addInitScript(() => {
		Reflect.deleteProperty(globalThis, 'PushManager');
	});
	await page.reload();
	await expect(panel(page)).toContainText(said('web.notices.unsupported'));
	await clean(page);
});

/** Fakes subscriptions of a push service. Like real ones, they are stored in the browser. */
function subscribable(): void {
	const give = () => ({
		options: { applicationServerKey: null },
		toJSON: () => ({
			endpoint: 'https://push.example/secret',
			keys: {
				p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
				auth: 'AAAAAAAAAAAAAAAAAAAAAA',
			},
		}),
		unsubscribe: async () => {
			localStorage.removeItem('subscription');
			return true;
		},
	});
	Object.assign(PushManager.prototype, {
		getSubscription: async () => (localStorage.getItem('subscription') ? give() : null),
		subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
			localStorage.setItem('subscription', applicationServerKey);
			return give();
		},
	});
}

test('notices are turned on, sleep at night, also come by mail, and are turned off', async ({ open }) => {
	const mailbox = await Mailbox.listen();
	const mail = [
		'--mail-server',
		mailbox.address,
		'--mail-security',
		'none',
		'--mail-from',
		'theriac@example.org',
	];
	const server = await Server.open({ flags: mail });
	try {
		const ada = await server.person('Ada');
		const browser = { timezoneId: 'Europe/Zurich' };
		const page = await open({ path: '/settings', as: ada, settings: brisk, at: server, browser });
		await page.addInitScript(subscribable);
		await allow(page);
		await page.reload();
		await button(page, 'web.notices.turn-on').click();
		await expect(panel(page)).toContainText(said('web.notices.on'));
		const devices = panel(page)
			.getByRole('list', { name: said('web.notices.devices') })
			.getByRole('listitem');
		await expect(devices).toHaveCount(1);
		await expect(devices).toContainText('push.example');
		const { key } = await ada.call<{ key: string }>('GET', '/api/me/notices');
		expect(await page.evaluate(() => localStorage.getItem('subscription'))).toBe(key);

		// News of tables is on until it is switched off.
		const named = panel(page).getByRole('switch', { name: said('web.notices.kinds.named') });
		await expect(named).toBeChecked();
		await named.click();
		await expect(named).not.toBeChecked();
		await expect.poll(async () => (await ada.call<Notices>('GET', '/api/me/notices')).off).toEqual(['named']);
		await page.reload();
		await expect(named).not.toBeChecked();
		await clean(page);

		// The browser renews its subscription while no page is open: for the server, the same device gets
		// another endpoint.
		const listed = async () =>
			(await ada.call<{ devices: { id: string; service: string }[] }>('GET', '/api/me/notices')).devices;
		const id = (await listed())[0]?.id;
		expect(id).toBeTruthy();
		await page
			.context()
			.serviceWorkers()[0]
			?.evaluate(async () => {
				const keys = {
					p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
					auth: 'AAAAAAAAAAAAAAAAAAAAAA',
				};
				let work: Promise<unknown> | undefined;
				const event = Object.assign(new Event('pushsubscriptionchange'), {
					newSubscription: { toJSON: () => ({ endpoint: 'https://renewed.example/secret', keys }) },
					waitUntil: (w: Promise<unknown>) => {
						work = w;
					},
				});
				self.dispatchEvent(event);
				await work;
			});
		expect(await listed()).toMatchObject([{ id, service: 'renewed.example' }]);
		await page.reload();
		await expect(panel(page)).toContainText(said('web.notices.on'));

		await panel(page).getByLabel(said('web.notices.quiet.from'), { exact: true }).fill('23:15');
		await button(page, 'web.notices.quiet.on').click();
		await expect(button(page, 'web.notices.quiet.off')).toBeVisible();
		const hours = { from: '23:15', to: '08:00', zone: 'Europe/Zurich' };
		expect(await ada.call('GET', '/api/me/notices')).toMatchObject({ quiet: hours });

		const address = panel(page).getByLabel(said('web.notices.mail.address'));
		await address.fill('ada@@example');
		await address.evaluate((field) => (field as HTMLInputElement).form?.setAttribute('novalidate', ''));
		await button(page, 'web.notices.mail.send').click();
		await expect(panel(page)).toContainText(said('problem.bad-address'));
		await address.fill('ada@example.org');
		await button(page, 'web.notices.mail.send').click();
		await expect(panel(page)).toContainText(said('web.notices.mail.pending', { address: 'ada@example.org' }));
		await clean(page);

		// After a reload, nothing has changed. The confirmation link is opened in another tab; this tab updates
		// when it becomes visible again.
		await page.reload();
		await expect(panel(page)).toContainText(said('web.notices.on'));
		await expect(panel(page).getByLabel(said('web.notices.quiet.from'), { exact: true })).toHaveValue(
			'23:15',
		);
		await expect.poll(() => mailbox.link('/mail/confirm/')).not.toBe('');
		const other = await page.context().newPage();
		await other.goto(mailbox.link('/mail/confirm/'));
		await other.getByRole('button', { name: said('page.mail.confirm') }).click();
		await expect(other.getByText(said('page.mail.confirm.done'))).toBeVisible();
		await other.close();
		await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
		await expect(panel(page)).toContainText(said('web.notices.mail.on', { address: 'ada@example.org' }));
		await clean(page);

		await button(page, 'web.notices.mail.remove').click();
		await expect(address).toBeVisible();
		await button(page, 'web.notices.quiet.off').click();
		await expect(button(page, 'web.notices.quiet.on')).toBeVisible();
		await devices.getByRole('button').click();
		await expect(button(page, 'web.notices.turn-on')).toBeVisible();
		await expect(devices).toHaveCount(0);
		expect(await page.evaluate(() => localStorage.getItem('subscription'))).toBeNull();
		const left = await ada.call<object>('GET', '/api/me/notices');
		expect(left).toEqual({ key, devices: [], mail: { available: true }, off: ['named'] });
	} finally {
		await server.close();
		await mailbox.close();
	}
});
