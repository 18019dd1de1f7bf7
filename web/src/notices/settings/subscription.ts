// Push messages to this browser. It subscribes with its maker's push service, the server
// keeps the address that it gets there, and this browser the id under which that is listed.

import { ask } from '../../api/ask.ts';
import { api } from '../../api/client.ts';
import { deviceLabel } from '../../api/device-label.ts';
import { refusalOf } from '../../api/refusal.ts';
import type { NoticeDevice } from '../../gen/api.ts';
import { t } from '../../i18n/words.svelte.ts';
import { allow, type Permission, permission } from '../browser.ts';
import { forgetOwnDevice, keepOwnDevice, ownDevice } from '../own-device.ts';

/** How it is with push messages to this browser. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on';

/** What a browser says of itself. */
export interface Here {
	/** It knows service workers and push messages. Over a plain connection, none does. */
	able: boolean;
	permission: Permission;
	/** It has a subscription. */
	subscribed: boolean;
	/** The id under which the server lists it, as it was last told. */
	id: string | null;
}

/** The state of this browser, for a person with these devices: what another device removed is off here too. */
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

/** How long a worker that is being installed, or a push service, is waited for: browsers wait for ever. */
const patience = 20_000;

function soon<T>(work: Promise<T>): Promise<T> {
	const late = new Promise<never>((_, fail) =>
		setTimeout(() => fail(new DOMException('too late', 'TimeoutError')), patience),
	);
	return Promise.race([work, late]);
}

/** Subscribes this browser under the server's key. Where the person does not allow it, nothing happens. */
export async function turnOn(key: string): Promise<void> {
	if ((await allow()) !== 'granted') return;
	const { pushManager } = await soon(navigator.serviceWorker.ready);
	let subscription = await pushManager.getSubscription();
	// A server that lost its keys, or another one at this address.
	if (subscription && !isUnder(subscription, key)) {
		await subscription.unsubscribe();
		subscription = null;
	}
	// One that comes too late is found with the next press.
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

/** Takes push messages to this browser along for who signed in here: it had them, and somebody else was told. */
export async function bringAlong(): Promise<void> {
	try {
		if (!(await ownDevice()) || permission() !== 'granted') return;
		const subscription = await subscribed();
		if (subscription) await tell(subscription);
	} catch {
		// The settings say that they are off.
	}
}

/** Ends push messages to this browser after signing out: the server has removed it. */
export async function dropHere(): Promise<void> {
	try {
		await forgetOwnDevice();
		await (await subscribed())?.unsubscribe();
	} catch {
		// The server sends nothing any more.
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

/** Ends push messages to a device; if it is this one, the browser's subscription too. */
export async function remove(id: string): Promise<void> {
	await ask(api.delete('/api/me/notices/devices/{device}', { path: { device: id } }));
	if (id !== (await ownDevice())) return;
	await dropHere();
}

/** What went wrong, in words. */
export function wordsOf(thrown: unknown): string {
	return thrown instanceof DOMException ? t('web.notices.failed') : refusalOf(thrown).words;
}
