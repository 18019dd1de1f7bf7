// Notices while no page is open: the server's push messages (internal/notices) become notifications, and a
// press on one opens its table. If the browser renews a subscription by itself, the server is informed.

import type { NewNoticeDevice, Notices } from '../gen/api.ts';

/** The server's message, as `Pushed` in internal/notices/push.go defines it. */
interface Pushed {
	/** Identifies the question. A message with the id of an earlier one is not announced again. */
	id: string;
	table: string;
	title: string;
	body: string;
	lang: string;
	/** What a press opens; left out for the table. */
	path?: string;
}

/** The data attached to a notification. A notification that an open page shows has no id. */
export interface Carried {
	path: string;
	id?: string;
}

interface Shown {
	data: Carried | null;
	close(): void;
}
interface Extendable {
	waitUntil(work: Promise<unknown>): void;
}
interface Pushing extends Extendable {
	data: { json(): unknown } | null;
}
interface Clicking extends Extendable {
	notification: Shown;
}
interface Subscription {
	toJSON(): { endpoint?: string; keys?: Record<string, string> };
}
interface Renewing extends Extendable {
	/** The new subscription, if the browser has already made one; not every browser does. */
	newSubscription?: Subscription | null;
}
interface Page {
	url: string;
	focus(): Promise<unknown>;
}
/** The part of the worker's global scope that this module uses. Tests replace it with a fake. */
export interface PushWorker {
	registration: {
		getNotifications(which: { tag: string }): Promise<Shown[]>;
		showNotification(title: string, options: object): Promise<void>;
		pushManager: {
			getSubscription(): Promise<Subscription | null>;
			subscribe(options: { userVisibleOnly: true; applicationServerKey: string }): Promise<Subscription>;
		};
	};
	clients: {
		matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<Page[]>;
		openWindow(url: string): Promise<unknown>;
	};
	addEventListener(event: 'push', listener: (e: Pushing) => void): void;
	addEventListener(event: 'notificationclick', listener: (e: Clicking) => void): void;
	addEventListener(event: 'pushsubscriptionchange', listener: (e: Renewing) => void): void;
}

export function followPushes(worker: PushWorker): void {
	worker.addEventListener('push', (e) => {
		if (e.data) e.waitUntil(show(worker, e.data.json() as Pushed));
	});
	worker.addEventListener('notificationclick', (e) => {
		e.notification.close();
		e.waitUntil(open(worker, e.notification.data?.path ?? '/'));
	});
	worker.addEventListener('pushsubscriptionchange', (e) => {
		e.waitUntil(renew(worker, e.newSubscription));
	});
}

/**
 * Returns the id under which the server lists this browser. It is in the cache that notices/own-device.ts
 * writes, because a worker cannot read a page's localStorage.
 */
export async function ownDevice(): Promise<string | undefined> {
	return (await (await caches.open('theriac-device')).match('/device'))?.text();
}

/**
 * Replaces the server's copy of the subscription with a new one. The device belongs to the person who
 * turned notices on; if another person uses this browser now, the server finds no such device. If the
 * server cannot be reached, its next message fails. It then drops the old subscription, and the settings
 * show that notices are off.
 */
async function renew(
	{ registration: { pushManager } }: PushWorker,
	given?: Subscription | null,
): Promise<void> {
	const id = await ownDevice();
	const answer = id ? await fetch('/api/me/notices') : null;
	if (!answer?.ok) return;
	const { key, devices } = (await answer.json()) as Notices;
	const device = devices?.find((d) => d.id === id);
	if (!device) return;
	const subscription =
		given ??
		(await pushManager.getSubscription()) ??
		(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
	const { endpoint = '', keys = {} } = subscription.toJSON();
	const { label, id: replaces } = device;
	const body = {
		endpoint,
		p256dh: keys.p256dh ?? '',
		auth: keys.auth ?? '',
		label,
		replaces,
	} satisfies NewNoticeDevice;
	await fetch('/api/me/notices/devices', {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(body),
	});
}

/**
 * Shows a notification in place of the table's previous one, whether this worker or a page had shown it
 * (notices/browser.ts).
 */
async function show(
	{ registration }: PushWorker,
	{ id, table, title, body, lang, path }: Pushed,
): Promise<void> {
	const tag = `theriac ${table}`;
	const before = await registration.getNotifications({ tag });
	await registration.showNotification(title, {
		body,
		lang,
		tag,
		renotify: before.every((shown) => shown.data?.id !== id),
		icon: '/icons/icon-192.png',
		data: { path: path ?? `/t/${table}`, id } satisfies Carried,
	});
}

/** Opens a table: focuses the tab that already has it open, or opens a new tab. */
async function open({ clients }: PushWorker, path: string): Promise<unknown> {
	const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
	const there = pages.find((page) => new URL(page.url).pathname === path);
	return there ? there.focus() : clients.openWindow(path);
}
