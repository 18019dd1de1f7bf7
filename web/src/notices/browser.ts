// Shows browser notifications. The client asks for permission only when a person turns notifications on. If
// several tabs are open, only one notifies.

import type { Carried } from '../sw/push.ts';

export type Permission = 'granted' | 'denied' | 'default' | 'unsupported';

/** Returns whether this page may notify, without asking the person. */
export function permission(): Permission {
	return 'Notification' in globalThis ? Notification.permission : 'unsupported';
}

/** Asks the person for permission. Browsers allow such a request only in response to a press. */
export async function allow(): Promise<Permission> {
	if (!('Notification' in globalThis)) return 'unsupported';
	return Notification.requestPermission();
}

interface Notice {
	table: string;
	/** Identifies the call, the question to the person: all tabs use the same id. */
	call: string;
	title: string;
	body: string;
	lang: string;
}

/** In ms: how long a hidden tab waits for a visible one, and how long a single tab acts for all of them. */
const yielding = 200;
const speaking = 5000;

const shown = new Map<string, Notification>();

/** Returns the tag of a table's notifications, which the service worker uses too (sw/push.ts). */
export function tagOf(table: string): string {
	return `theriac ${table}`;
}

/** Runs `what` in only one tab for a call; for a few seconds, all other tabs skip it. */
async function alone(call: string, what: () => Promise<void>): Promise<void> {
	if (!navigator.locks) return what();
	await navigator.locks.request(`theriac call ${call}`, { ifAvailable: true }, async (lock) => {
		if (!lock) return;
		await what();
		await new Promise((done) => setTimeout(done, speaking));
	});
}

/** Claims a call for a visible tab, so that no tab shows a notification: what people can see needs none. */
export function claim(table: string, call: string): void {
	void alone(`${table} ${call}`, async () => {});
}

/**
 * Shows a notification, unless another tab shows it. A table's newer notification replaces the older one.
 */
export async function notify(notice: Notice): Promise<void> {
	if (permission() !== 'granted') return;
	await new Promise((done) => setTimeout(done, yielding));
	await alone(`${notice.table} ${notice.call}`, () => show(notice));
}

async function show({ table, title, body, lang }: Notice): Promise<void> {
	const options = {
		body,
		lang,
		tag: tagOf(table),
		renotify: true,
		icon: '/icons/icon-192.png',
		data: { path: `/t/${table}` } satisfies Carried,
	};
	// On phones, only a service worker can show notifications.
	const worker = await navigator.serviceWorker?.getRegistration();
	if (worker?.active) return worker.showNotification(title, options);
	try {
		const made = new Notification(title, options);
		shown.set(table, made);
		made.onclick = () => {
			window.focus();
			made.close();
		};
	} catch {
		// If this fails, the browser does not let a page show notifications.
	}
}

/**
 * Closes the table's notification, because the person has seen the table or the notification is no longer
 * true.
 */
export async function withdraw(table: string): Promise<void> {
	shown.get(table)?.close();
	shown.delete(table);
	const worker = await navigator.serviceWorker?.getRegistration();
	for (const made of (await worker?.getNotifications({ tag: tagOf(table) })) ?? []) made.close();
}
