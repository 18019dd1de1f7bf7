// Checks whether the server has a newer client than this page, which the browser may have cached long ago.
// The page only offers to reload, since a reload must not interrupt a move.

import { buildOf, isOld } from './build.ts';

const every = 5 * 60_000;
const atMost = 60_000;

const ours = typeof document === 'undefined' ? null : buildOf(document);
const now = $state<{ newest: string | null; later: boolean }>({ newest: null, later: false });
let looked = 0;

/** Reports whether there is a newer client to offer: one that the player has not put off. */
export function outdated(): boolean {
	return isOld(ours, now.newest) && !now.later;
}

/** Asks the server whether it has a newer client than this page, even if the player has put it off. */
export async function renewed(): Promise<boolean> {
	await look();
	return isOld(ours, now.newest);
}

/** Puts the newer client off: it is not offered again until an even newer one appears. */
export function later(): void {
	now.later = true;
}

/** Reloads the page with the newer client, bypassing the page's cached copy. */
export async function reload(): Promise<void> {
	try {
		for (const name of await caches.keys()) await (await caches.open(name)).delete('/');
	} catch {
		// If the cache is unavailable, it contains no page, so the browser asks the server for the page.
	}
	location.reload();
}

async function look(): Promise<void> {
	looked = Date.now();
	try {
		const response = await fetch('/api/version', { cache: 'no-store' });
		if (!response.ok) return;
		const { client } = (await response.json()) as { client?: string };
		if (!client) return;
		if (client !== now.newest) now.later = false;
		now.newest = client;
	} catch {
		// If the server does not answer, the page counts as up to date.
	}
}

/** Checks for a newer client, unless it has done so recently. */
export function looksAgain(): void {
	if (Date.now() - looked > atMost) void look();
}

/** Checks for a newer client from time to time while the page is visible. */
export function watchVersion(): void {
	void look();
	setInterval(() => {
		if (document.visibilityState === 'visible') looksAgain();
	}, every);
	document.addEventListener('visibilitychange', () => {
		if (document.visibilityState === 'visible') looksAgain();
	});
	window.addEventListener('online', looksAgain);
}
