/** Shares a text and a link with the device's share menu; without one, it copies them. */
export async function send(text: string, url: string): Promise<'shared' | 'copied' | 'failed'> {
	try {
		if (matchMedia('(pointer: coarse)').matches && typeof navigator.share === 'function') {
			await navigator.share(text ? { text, url } : { url }).catch(() => null); // the user closed the share menu
			return 'shared';
		}
		await navigator.clipboard.writeText([text, url].filter(Boolean).join('\n'));
		return 'copied';
	} catch {
		return 'failed';
	}
}
