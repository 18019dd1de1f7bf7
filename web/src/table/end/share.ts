/** Passes a text and a link on as the device does it; elsewhere it goes to the clipboard. */
export async function share(text: string, url: string): Promise<'shared' | 'copied' | 'failed'> {
	try {
		if (matchMedia('(pointer: coarse)').matches && typeof navigator.share === 'function') {
			await navigator.share({ text, url }).catch(() => null); // put away again
			return 'shared';
		}
		await navigator.clipboard.writeText(`${text}\n${url}`);
		return 'copied';
	} catch {
		return 'failed';
	}
}
