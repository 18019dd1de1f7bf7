import { afterEach, describe, expect, it, vi } from 'vitest';
import { tagOf } from '../notices/browser.ts';
import { keepOwnDevice } from '../notices/own-device.ts';
import { type Carried, followPushes, ownDevice, type PushWorker } from './push.ts';

const pushed = { id: 'q1', table: 'abc', title: 'Your turn', body: 'Tuesday: Ada, an action?', lang: 'en' };

const subscription = (endpoint: string) => ({
	toJSON: () => ({ endpoint, keys: { p256dh: 'key', auth: 'secret' } }),
});

/** A fake worker scope with notifications and tabs. */
function world(tabs: string[] = []) {
	const listeners = new Map<string, (e: never) => void>();
	let shown: { title: string; tag: string; renotify: boolean; data: Carried; close(): void }[] = [];
	const focused: string[] = [];
	const opened: string[] = [];
	const worker: PushWorker = {
		registration: {
			getNotifications: async ({ tag }) => shown.filter((n) => n.tag === tag),
			showNotification: async (title, options) => {
				const made = { title, ...(options as { tag: string; renotify: boolean; data: Carried }), close() {} };
				shown = [...shown.filter((n) => n.tag !== made.tag), made];
			},
			pushManager: {
				getSubscription: async () => null,
				subscribe: async ({ applicationServerKey }) => subscription(`asked under ${applicationServerKey}`),
			},
		},
		clients: {
			matchAll: async () => tabs.map((url) => ({ url, focus: async () => focused.push(url) })),
			openWindow: async (url) => opened.push(url),
		},
		addEventListener: (event: string, listener: (e: never) => void) => listeners.set(event, listener),
	};
	followPushes(worker);
	const dispatch = async (event: string, e: object) => {
		let work: Promise<unknown> | undefined;
		listeners.get(event)?.({
			...e,
			waitUntil: (w: Promise<unknown>) => {
				work = w;
			},
		} as never);
		await work;
	};
	return {
		focused,
		opened,
		shown: () => shown,
		push: (data: object) => dispatch('push', { data: { json: () => data } }),
		renew: (newSubscription?: ReturnType<typeof subscription>) =>
			dispatch('pushsubscriptionchange', { newSubscription }),
		press: (data: Carried | null) => {
			const close = vi.fn();
			return dispatch('notificationclick', { notification: { data, close } }).then(() => close);
		},
	};
}

it('shows a push message under the tag by which a page withdraws it', async () => {
	const w = world();
	await w.push(pushed);
	expect(w.shown()).toMatchObject([
		{ title: 'Your turn', tag: tagOf('abc'), renotify: true, lang: 'en', data: { path: '/t/abc', id: 'q1' } },
	]);
});

it('announces a repeated message once, and a new question again', async () => {
	const w = world();
	await w.push(pushed);
	await w.push(pushed);
	expect(w.shown().map((n) => n.renotify)).toEqual([false]);
	await w.push({ ...pushed, id: 'q2' });
	expect(w.shown().map((n) => n.renotify)).toEqual([true]);
	await w.push({ ...pushed, table: 'def' });
	expect(w.shown()).toHaveLength(2);
	await w.push({ ...pushed, table: '', path: '/decisions' });
	expect(w.shown()[2]?.data).toMatchObject({ path: '/decisions' });
});

it('focuses the tab of the table, or opens one', async () => {
	const w = world(['https://x.example/settings', 'https://x.example/t/abc?seat=1']);
	expect(await w.press({ path: '/t/abc' })).toHaveBeenCalled();
	expect(w.focused).toEqual(['https://x.example/t/abc?seat=1']);
	await w.press({ path: '/t/ab' });
	await w.press(null);
	expect(w.opened).toEqual(['/t/ab', '/']);
});

it('finds the id of this browser where a page keeps it', async () => {
	const kept = new Map<string, Response>();
	const open = async (name: string) => ({
		put: async (place: string, id: Response) => void kept.set(`${name} ${place}`, id),
		match: async (place: string) => kept.get(`${name} ${place}`),
	});
	vi.stubGlobal('caches', { open });
	await keepOwnDevice('own');
	expect(await ownDevice()).toBe('own');
	vi.unstubAllGlobals();
});

describe('a subscription that the browser renewed', () => {
	/**
	 * Makes a fake server that lists these devices and records the calls it gets. `own` is the device id that
	 * this browser stores.
	 */
	function serverWith(devices: { id: string; label: string }[], own: string | null) {
		const told: unknown[] = [];
		vi.stubGlobal('caches', {
			open: async () => ({ match: async () => (own ? new Response(own) : undefined) }),
		});
		vi.stubGlobal('fetch', async (path: string, init?: { method: string; body: string }) => {
			if (init) told.push([init.method, path, JSON.parse(init.body)]);
			return Response.json({ key: 'server', devices });
		});
		return told;
	}
	afterEach(() => vi.unstubAllGlobals());
	const mine = [
		{ id: 'other', label: 'Phone' },
		{ id: 'own', label: 'Desk' },
	];
	const as = (endpoint: string) => [
		[
			'POST',
			'/api/me/notices/devices',
			{ endpoint, p256dh: 'key', auth: 'secret', label: 'Desk', replaces: 'own' },
		],
	];

	it('takes the place of the one before', async () => {
		const told = serverWith(mine, 'own');
		await world().renew(subscription('new'));
		expect(told).toEqual(as('new'));
	});

	it('is asked for where the browser gives none', async () => {
		const told = serverWith(mine, 'own');
		await world().renew();
		expect(told).toEqual(as('asked under server'));
	});

	it('is not told for somebody who did not turn notices on here', async () => {
		const told = serverWith(mine.slice(0, 1), 'own');
		await world().renew(subscription('new'));
		vi.unstubAllGlobals();
		const untold = serverWith(mine, null);
		await world().renew(subscription('new'));
		expect([...told, ...untold]).toEqual([]);
	});
});
