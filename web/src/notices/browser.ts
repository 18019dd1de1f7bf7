// Notifications of the browser. Permission is asked for only where somebody turns
// them on, and of several tabs only one speaks.

import type { Carried } from '../sw/push.ts';

export type Permission = 'granted' | 'denied' | 'default' | 'unsupported';

/** Whether the browser lets this page notify; without asking anybody. */
export function permission(): Permission {
	return 'Notification' in globalThis ? Notification.permission : 'unsupported';
}

/** Asks the person. Only to be called from a press of theirs. */
export async function allow(): Promise<Permission> {
	if (!('Notification' in globalThis)) return 'unsupported';
	return Notification.requestPermission();
}

export interface Notice {
	table: string;
	/** The call: the same in every tab. */
	call: string;
	title: string;
	body: string;
	lang: string;
}

/** How long a tab waits for one that is in sight, and how long it speaks for all of them. */
const yielding = 200;
const speaking = 5000;

const shown = new Map<string, Notification>();

/** What notices of a table are called, from here and from the service worker (sw/push.ts). */
export function tagOf(table: string): string {
	return `theriac ${table}`;
}

/** Lets one tab at a time do something about a call; the others, within a few seconds, do nothing. */
async function alone(call: string, what: () => Promise<void>): Promise<void> {
	if (!navigator.locks) return what();
	await navigator.locks.request(`theriac call ${call}`, { ifAvailable: true }, async (lock) => {
		if (!lock) return;
		await what();
		await new Promise((done) => setTimeout(done, speaking));
	});
}

/** A tab in sight answers a call for all the others: nobody needs to be notified of what they see. */
export function claim(table: string, call: string): void {
	void alone(`${table} ${call}`, async () => {});
}

/** Notifies, unless another tab does. A newer notice of a table takes the place of the older one. */
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
	// Phones know notifications only of a worker.
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
		// A browser that has them but does not make them from a page.
	}
}

/** Takes the notice of a table away: it was seen, or is no longer true. */
export async function withdraw(table: string): Promise<void> {
	shown.get(table)?.close();
	shown.delete(table);
	const worker = await navigator.serviceWorker?.getRegistration();
	for (const made of (await worker?.getNotifications({ tag: tagOf(table) })) ?? []) made.close();
}
