// Push messages to this browser. The browser subscribes with its vendor's push service, and the server stores
// the endpoint. The browser stores the id under which the server lists it.

import { ask } from '../../../api/ask.ts';
import { api } from '../../../api/client.ts';
import { deviceLabel } from '../../../api/device-label.ts';
import { refusalOf } from '../../../api/refusal.ts';
import type { NoticeDevice } from '../../../gen/api.ts';
import { t } from '../../../i18n/words.svelte.ts';
import { allow, type Permission, permission } from '../../../notices/browser.ts';
import { forgetOwnDevice, keepOwnDevice, ownDevice } from '../../../notices/own-device.ts';

/** The state of push messages in this browser. */
type PushState = 'unsupported' | 'blocked' | 'off' | 'on';

/** What the browser reports about itself. */
export interface Here {
	/** Whether the browser supports service workers and push messages; without TLS none does. */
	able: boolean;
	permission: Permission;
	/** Whether the browser has a subscription. */
	subscribed: boolean;
	/** The id under which the server lists this browser. */
	id: string | null;
}

/**
 * Returns the state of push messages in this browser, for a person with these devices. If another device has
 * removed this browser, the state is `off`.
 */
export function stateOf(here: Here, devices: readonly NoticeDevice[]): PushState {
	if (!here.able || here.permission === 'unsupported') return 'unsupported';
	if (here.permission === 'denied') return 'blocked';
	const listed = devices.some((device) => device.id === here.id);
	return here.permission === 'granted' && here.subscribed && listed ? 'on' : 'off';
}

export async function look(): Promise<Here> {
	const able = 'serviceWorker' in navigator && 'PushManager' in globalThis;
	const worker = able ? await navigator.serviceWorker.getRegistration() : undefined;
	const subscription = await worker?.pushManager.getSubscription().catch(() => null);
	return { able, permission: permission(), subscribed: !!subscription, id: await ownDevice() };
}

/**
 * How long to wait for a service worker to install or a push service to answer, in ms: browsers have no limit
 * of their own.
 */
const patience = 20_000;

function soon<T>(work: Promise<T>): Promise<T> {
	const late = new Promise<never>((_, fail) =>
		setTimeout(() => fail(new DOMException('too late', 'TimeoutError')), patience),
	);
	return Promise.race([work, late]);
}

/**
 * Subscribes this browser with the server's key. If the person does not grant permission, nothing happens.
 */
export async function turnOn(key: string): Promise<void> {
	if ((await allow()) !== 'granted') return;
	const { pushManager } = await soon(navigator.serviceWorker.ready);
	let subscription = await pushManager.getSubscription();
	// If the subscription is for another key, the server has lost its keys, or another server now has this
	// address.
	if (subscription && !isUnder(subscription, key)) {
		await subscription.unsubscribe();
		subscription = null;
	}
	// If the browser subscribes only after the time limit, the next press of the button finds the subscription.
	subscription ??= await soon(pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
	await tell(subscription);
}

async function tell(subscription: PushSubscription): Promise<void> {
	const { endpoint = '', keys = {} } = subscription.toJSON();
	const body = { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '', label: deviceLabel() };
	await keepOwnDevice((await ask(api.post('/api/me/notices/devices', { body }))).id);
}

async function subscribed(): Promise<PushSubscription | null | undefined> {
	const worker = await navigator.serviceWorker?.getRegistration();
	return worker?.pushManager?.getSubscription();
}

/**
 * Moves this browser's push messages to the person who has just signed in; until now they were for another
 * person.
 */
export async function bringAlong(): Promise<void> {
	try {
		if (!(await ownDevice()) || permission() !== 'granted') return;
		const subscription = await subscribed();
		if (subscription) await tell(subscription);
	} catch {
		// Even if this fails, the settings show that push messages are off.
	}
}

/**
 * Ends the subscription of this browser after signing out, when the server has already removed the device.
 */
export async function dropHere(): Promise<void> {
	try {
		await forgetOwnDevice();
		await (await subscribed())?.unsubscribe();
	} catch {
		// If this fails, no harm is done: the server does not send any more messages.
	}
}

function isUnder({ options }: PushSubscription, key: string): boolean {
	const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
	return base64url(bytes) === key;
}

export function base64url(bytes: Uint8Array): string {
	return btoa(String.fromCharCode(...bytes))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replaceAll('=', '');
}

/** Ends push messages to a device. If the device is this browser, its subscription ends too. */
export async function remove(id: string): Promise<void> {
	await ask(api.delete('/api/me/notices/devices/{device}', { path: { device: id } }));
	if (id !== (await ownDevice())) return;
	await dropHere();
}

/** Returns an error as text. */
export function wordsOf(thrown: unknown): string {
	return thrown instanceof DOMException ? t('web.notices.failed') : refusalOf(thrown).words;
}
