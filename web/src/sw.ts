// The service worker: keeps the client in the browser, so that it opens without a
// connection. What the server knows (/api) it never keeps, except rulebooks: a table is
// as it is now, or it is not there. Games that are played on this device are kept once
// somebody has asked for one (offline/keep.ts). Push messages are in sw/push.ts, and what is
// said where the documentation cannot be reached in sw/docs.ts.

import { docs, type OfflineWords } from './sw/docs.ts';
import { followPushes, type PushWorker } from './sw/push.ts';

/** What this worker uses of its world; the types of pages and of workers do not go together. */
interface Extendable {
	waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
	request: Request;
	respondWith(response: Promise<Response>): void;
}
interface Worker {
	location: Location;
	addEventListener(event: 'install' | 'activate', listener: (e: Extendable) => void): void;
	addEventListener(event: 'fetch', listener: (e: Fetching) => void): void;
}
const worker = self as unknown as Worker & PushWorker;

/** Filled in by sw-plugin.ts: the files of this build, a hash of them, where each game's file is, and words for /docs. */
declare const BUILD: {
	id: string;
	files: string[];
	games: Record<string, string>;
	words: Record<string, OfflineWords>;
};

const shell = '/';
/** Where tables are. */
const tables = '/t/';
/** Where the documentation is. */
const documentation = /^\/docs(\/|$)/;
const prefix = 'theriac ';
const cacheName = prefix + BUILD.id;

// Everything is fetched before the worker takes over, so that no build is kept by halves.
worker.addEventListener('install', (e) => {
	const fresh = [shell, ...BUILD.files].map((file) => new Request(file, { cache: 'no-cache' }));
	e.waitUntil(
		caches.open(cacheName).then(async (cache) => cache.addAll([...fresh, ...(await renewed(cache))])),
	);
});

/** The file of a game, and its rulebooks. */
const gameFile = /^\/assets\/(\w+)-[0-9a-f]{12}\.wasm$/;
const rulebook = /^\/api\/games\/(\w+)\/rules$/;

/** What this build has in place of what was kept of games: nobody should find a game gone that they took along. */
async function renewed(here: Cache): Promise<string[]> {
	const wanted = new Set<string>();
	for (const name of await caches.keys()) {
		if (!name.startsWith(prefix)) continue;
		for (const { url } of await (await caches.open(name)).keys()) {
			const { pathname, search } = new URL(url);
			const file = BUILD.games[gameFile.exec(pathname)?.[1] ?? ''];
			if (file) wanted.add(file);
			else if (rulebook.test(pathname)) wanted.add(pathname + search);
		}
	}
	const there = await Promise.all([...wanted].map((path) => here.match(path)));
	return [...wanted].filter((_, i) => !there[i]);
}

// It takes over when no page of the build before is open any more: nothing is taken away under somebody's hands.
worker.addEventListener('activate', (e) => e.waitUntil(renew()));

async function renew(): Promise<void> {
	// A game that a page of the build before kept in the meantime.
	const here = await caches.open(cacheName);
	await here.addAll(await renewed(here)).catch(() => null);
	const old = (name: string) => name.startsWith(prefix) && name !== cacheName;
	await Promise.all((await caches.keys()).filter(old).map((name) => caches.delete(name)));
}

worker.addEventListener('fetch', (e) => {
	const url = new URL(e.request.url);
	if (e.request.method === 'GET' && url.origin === worker.location.origin && rulebook.test(url.pathname)) {
		e.respondWith(rules(e.request, url.pathname + url.search));
		return;
	}
	if (e.request.method !== 'GET' || url.origin !== worker.location.origin || url.pathname.startsWith('/api/'))
		return;
	if (e.request.mode === 'navigate' && documentation.test(url.pathname))
		e.respondWith(docs(e.request, BUILD.words));
	else if (e.request.mode === 'navigate')
		e.respondWith(url.pathname.startsWith(tables) ? table(e.request) : page(e.request));
	else if (BUILD.files.includes(url.pathname) || gameFile.test(url.pathname))
		e.respondWith(file(e.request, url.pathname));
});

/**
 * A table: nobody waits for a page that is here already, with everything that belongs to it. It asks the server itself
 * whether there is a newer one, and says so. Who loads it again gets that.
 */
async function table(request: Request): Promise<Response> {
	const again = request.cache === 'no-cache' || request.cache === 'reload';
	return (!again && (await caches.match(shell))) || page(request);
}

/** A page: as the server has it now, or the client, which says that nobody answers. */
async function page(request: Request): Promise<Response> {
	try {
		const response = await fetch(request);
		if (response.status < 502 || response.status > 504) return response;
		return (await caches.match(shell)) ?? response;
	} catch (thrown) {
		const kept = await caches.match(shell);
		if (kept) return kept;
		throw thrown;
	}
}

/** A file of this build: its name changes with what is in it, or it is small and rarely does. */
async function file(request: Request, path: string): Promise<Response> {
	return (await caches.match(path)) ?? fetch(request);
}

/** A rulebook: as the server has it, or as it was kept. */
async function rules(request: Request, path: string): Promise<Response> {
	try {
		return await fetch(request);
	} catch (thrown) {
		const kept = await caches.match(path);
		if (kept) return kept;
		throw thrown;
	}
}

followPushes(worker);
