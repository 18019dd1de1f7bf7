// Tables that are played on this device. Their ids have a prefix of their own, and requests about them never
// leave the browser. The first such request loads code that answers in place of the server.

const prefix = 'device-';

/** Reports whether a table is on this device. */
export const onDevice = (id: string): boolean => id.startsWith(prefix);

/** Makes the id of a new table on this device. */
export const newDeviceId = (): string =>
	prefix + crypto.getRandomValues(new BigUint64Array(1))[0]?.toString(36);

/** Sends a request to the server, or to the code for tables on this device if the URL names one. */
export async function send(url: string, init: RequestInit): Promise<Response> {
	if (!url.startsWith(`/api/tables/${prefix}`)) return fetch(url, init);
	return (await import('../offline/api.ts')).answer(url, init);
}
