// Notices while no page is open: the server's push messages (internal/notices) become
// notifications, and a press on one opens its table. A subscription that the browser
// renews by itself is told to the server.

import type { NewNoticeDevice, Notices } from '../gen/api.ts';

/** What the server sends, as `Pushed` in internal/notices/push.go. */
export interface Pushed {
	/** The same for the same question: it is not announced a second time. */
	id: string;
	table: string;
	title: string;
	body: string;
	lang: string;
}

/** What a notification carries; one that a page shows has no id. */
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
	/** Not every browser has subscribed again already. */
	newSubscription?: Subscription | null;
}
interface Page {
	url: string;
	focus(): Promise<unknown>;
}
/** What this part uses of the worker's world. */
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

/** The id of this browser's device, where notices/own-device.ts keeps it: a worker has no files in common with pages. */
export async function ownDevice(): Promise<string | undefined> {
	return (await (await caches.open('theriac-device')).match('/device'))?.text();
}

/**
 * Puts a new subscription in the place of the one that the server has. Only for whoever turned notices on in this browser:
 * somebody else who is signed in by now has no such device. Where the server cannot be reached, it forgets the old
 * subscription with its next message, and the settings say that notices are off.
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

/** Shows a notice in the place of the table's last one, whether that came from here or from a page (notices/browser.ts). */
async function show({ registration }: PushWorker, { id, table, title, body, lang }: Pushed): Promise<void> {
	const tag = `theriac ${table}`;
	const before = await registration.getNotifications({ tag });
	await registration.showNotification(title, {
		body,
		lang,
		tag,
		renotify: before.every((shown) => shown.data?.id !== id),
		icon: '/icons/icon-192.png',
		data: { path: `/t/${table}`, id } satisfies Carried,
	});
}

/** Goes to a table: to the tab that has it, or to a new one. */
async function open({ clients }: PushWorker, path: string): Promise<unknown> {
	const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
	const there = pages.find((page) => new URL(page.url).pathname === path);
	return there ? there.focus() : clients.openWindow(path);
}
