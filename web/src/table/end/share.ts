/** Shares a text and a link with the device's share menu; without one, it copies them. */
export async function share(text: string, url: string): Promise<'shared' | 'copied' | 'failed'> {
	try {
		if (matchMedia('(pointer: coarse)').matches && typeof navigator.share === 'function') {
			await navigator.share({ text, url }).catch(() => null); // the user closed the share menu
			return 'shared';
		}
		await navigator.clipboard.writeText(`${text}\n${url}`);
		return 'copied';
	} catch {
		return 'failed';
	}
}
