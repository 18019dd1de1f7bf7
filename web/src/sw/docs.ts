// The documentation (/docs) is not a part of the client and is not cached. If the server is unreachable, a
// small page reports that.

/** The texts of the page for an unreachable server, in one language. */
export interface OfflineWords {
	title: string;
	text: string;
	again: string;
}

/**
 * Answers a request for a page of the documentation. If the server is unreachable, the answer is a small page
 * that reports it.
 */
export async function docs(request: Request, words: Record<string, OfflineWords>): Promise<Response> {
	const response = await fetch(request).catch(() => null);
	if (response && (response.status < 502 || response.status > 504)) return response;
	const lang =
		Object.keys(words).find((l) => `${new URL(request.url).pathname}/`.startsWith(`/docs/${l}/`)) ?? 'en';
	const { title, text, again } = words[lang] as OfflineWords;
	return new Response(
		`<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light"><title>${title}</title>
<style>body{max-width:40rem;margin:3rem auto;padding:0 1rem;font:1rem/1.6 system-ui}</style>
<h1>${title}</h1><p>${text}</p><p><a href="">${again}</a></p><p><a href="/">Theriac</a></p></html>`,
		{ status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } },
	);
}
