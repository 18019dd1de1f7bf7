// The id under which the server lists this browser for push messages. It is kept in a
// cache, which the service worker reads too (sw/push.ts).

const name = 'theriac-device';
const place = '/device';

export async function ownDevice(): Promise<string | null> {
	if (!('caches' in globalThis)) return null; // over a plain connection, where there are no push messages either
	const kept = await (await caches.open(name)).match(place);
	return kept ? kept.text() : null;
}

export async function keepOwnDevice(id: string): Promise<void> {
	await (await caches.open(name)).put(place, new Response(id));
}

export async function forgetOwnDevice(): Promise<void> {
	if ('caches' in globalThis) await caches.delete(name);
}
