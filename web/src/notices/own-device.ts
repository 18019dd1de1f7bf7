// Stores the id under which the server lists this browser for push messages. It is in a cache, which the
// service worker can read too (sw/push.ts).

const name = 'theriac-device';
const place = '/device';

export async function ownDevice(): Promise<string | null> {
	if (!('caches' in globalThis)) return null; // without TLS a browser has neither caches nor push messages
	const kept = await (await caches.open(name)).match(place);
	return kept ? kept.text() : null;
}

export async function keepOwnDevice(id: string): Promise<void> {
	await (await caches.open(name)).put(place, new Response(id));
}

export async function forgetOwnDevice(): Promise<void> {
	if ('caches' in globalThis) await caches.delete(name);
}
