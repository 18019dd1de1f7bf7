// The service worker: caches the client, so that it opens without a connection. It never caches the API
// (/api), except rulebooks, since an outdated table would mislead. Games to play on this device are cached
// after a player asks for one (offline/keep.ts). Push messages are in sw/push.ts, the page for unreachable
// documentation in sw/docs.ts.

import { docs, type OfflineWords } from './sw/docs.ts';
import { followPushes, type PushWorker } from './sw/push.ts';

/**
 * The part of an install or activate event that this file uses; TypeScript's DOM and worker types conflict.
 */
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

/**
 * What sw-plugin.ts fills in at build time: this build's files, their hash, each game's WebAssembly file,
 * and texts for /docs.
 */
declare const BUILD: {
	id: string;
	files: string[];
	games: Record<string, string>;
	words: Record<string, OfflineWords>;
};

const shell = '/';
/** The path under which all tables have their addresses. */
const tables = '/t/';
/** The addresses of the documentation. */
const documentation = /^\/docs(\/|$)/;
const prefix = 'theriac ';
const cacheName = prefix + BUILD.id;

// The whole build is cached before this worker takes over, so that a build is never cached only in part.
worker.addEventListener('install', (e) => {
	const fresh = [shell, ...BUILD.files].map((file) => new Request(file, { cache: 'no-cache' }));
	e.waitUntil(
		caches.open(cacheName).then(async (cache) => cache.addAll([...fresh, ...(await renewed(cache))])),
	);
});

/** Matches the paths of games' WebAssembly files. `rulebook` matches the paths of rulebooks. */
const gameFile = /^\/assets\/(\w+)-[0-9a-f]{12}\.wasm$/;
const rulebook = /^\/api\/games\/(\w+)\/rules$/;

/**
 * Caches this build's files for all games that older builds had cached, so that the games saved on this
 * device still open. It returns the paths that are missing.
 */
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

// This worker takes over once no page of an older build is open, so that no open page loses its files.
worker.addEventListener('activate', (e) => e.waitUntil(renew()));

async function renew(): Promise<void> {
	// A page of the older build may have cached another game since this worker was installed.
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
 * Answers a request for a table from the cache immediately. The page itself asks whether there is a newer
 * build, and offers to reload (version.svelte.ts).
 */
async function table(request: Request): Promise<Response> {
	const again = request.cache === 'no-cache' || request.cache === 'reload';
	return (!again && (await caches.match(shell))) || page(request);
}

/**
 * Answers a request for a page: from the server or, if it is unreachable, with the cached client. The client
 * then reports that the server is unreachable.
 */
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

/**
 * Answers a request for a file of this build from the cache. A cached file stays valid, because its name
 * changes with its content; files without such names are small and rarely change.
 */
async function file(request: Request, path: string): Promise<Response> {
	return (await caches.match(path)) ?? fetch(request);
}

/** Answers a request for a rulebook: from the server, or from the cache if the server is unreachable. */
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
