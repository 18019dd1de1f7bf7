// Tables that live on this device. Their ids say so, and what is asked about one never leaves the browser: code that is
// fetched with the first such question answers as a server would.

const prefix = 'device-';

/** Whether a table lives on this device. */
export const onDevice = (id: string): boolean => id.startsWith(prefix);

/** A new id. */
export const newDeviceId = (): string =>
	prefix + crypto.getRandomValues(new BigUint64Array(1))[0]?.toString(36);

/** Sends a question to the server, or to the table on this device that it is about. */
export async function send(url: string, init: RequestInit): Promise<Response> {
	if (!url.startsWith(`/api/tables/${prefix}`)) return fetch(url, init);
	return (await import('../offline/api.ts')).answer(url, init);
}
