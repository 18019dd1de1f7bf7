// Whether the server has a newer client than this page, which may have been kept by
// the browser for long. It is only said: nobody's page is loaded again in the middle
// of a move.

import { buildOf, isOld } from './build.ts';

const every = 5 * 60_000;
const atMost = 60_000;

const ours = typeof document === 'undefined' ? null : buildOf(document);
const now = $state<{ newest: string | null; later: boolean }>({ newest: null, later: false });
let looked = 0;

/** Whether there is a newer client, and it was not put off. */
export function outdated(): boolean {
	return isOld(ours, now.newest) && !now.later;
}

/** Whether the server has another client than this page, put off or not; it is asked for now. */
export async function renewed(): Promise<boolean> {
	await look();
	return isOld(ours, now.newest);
}

/** Says no more of it until there is one that is newer still. */
export function later(): void {
	now.later = true;
}

/** Loads the newer client: what the browser keeps of this one is not asked for. */
export async function reload(): Promise<void> {
	try {
		for (const name of await caches.keys()) await (await caches.open(name)).delete('/');
	} catch {
		// A browser that keeps nothing asks the server anyway.
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
		// Who does not answer has nothing new to say.
	}
}

/** Looks, unless it has just been done. */
export function looksAgain(): void {
	if (Date.now() - looked > atMost) void look();
}

/** Looks from time to time, while somebody is there to read it. */
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
