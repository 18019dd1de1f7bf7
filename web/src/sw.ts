// The service worker: keeps the client in the browser, so that it opens without a
// connection. What the server knows (/api) it never keeps: a table is as it is now,
// or it is not there.

/** What this worker uses of its world; the types of pages and of workers do not go together. */
interface Extendable {
	waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
	request: Request;
	respondWith(response: Promise<Response>): void;
}
interface Clicking extends Extendable {
	notification: Notification;
}
interface Page {
	url: string;
	focus(): Promise<unknown>;
}
interface Worker {
	location: Location;
	clients: {
		matchAll(which: { type: 'window' }): Promise<Page[]>;
		openWindow(url: string): Promise<unknown>;
	};
	addEventListener(event: 'install' | 'activate', listener: (e: Extendable) => void): void;
	addEventListener(event: 'fetch', listener: (e: Fetching) => void): void;
	addEventListener(event: 'notificationclick', listener: (e: Clicking) => void): void;
}
const worker = self as unknown as Worker;

/** Filled in by sw-plugin.ts: the files of this build, and a hash of them. */
declare const BUILD: { id: string; files: string[] };

const shell = '/';
/** Where tables are. */
const tables = '/t/';
const prefix = 'theriac ';
const cacheName = prefix + BUILD.id;

// Everything is fetched before the worker takes over, so that no build is kept by halves.
worker.addEventListener('install', (e) => {
	const fresh = [shell, ...BUILD.files].map((file) => new Request(file, { cache: 'no-cache' }));
	e.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(fresh)));
});

// It takes over when no page of the build before is open any more: nothing is taken away under somebody's hands.
worker.addEventListener('activate', (e) => {
	const old = (name: string) => name.startsWith(prefix) && name !== cacheName;
	e.waitUntil(
		caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))),
	);
});

worker.addEventListener('fetch', (e) => {
	const url = new URL(e.request.url);
	if (e.request.method !== 'GET' || url.origin !== worker.location.origin || url.pathname.startsWith('/api/'))
		return;
	if (e.request.mode === 'navigate')
		e.respondWith(url.pathname.startsWith(tables) ? table(e.request) : page(e.request));
	else if (BUILD.files.includes(url.pathname)) e.respondWith(file(e.request, url.pathname));
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

// A press on a notice opens the table that called.
worker.addEventListener('notificationclick', (e) => {
	e.notification.close();
	const path = String(e.notification.data ?? '/');
	e.waitUntil(
		worker.clients.matchAll({ type: 'window' }).then((pages) => {
			const there = pages.find((p) => new URL(p.url).pathname === path);
			return there ? there.focus() : worker.clients.openWindow(path);
		}),
	);
});
