// Records everything that a page receives over the network, including streams.

import type { Page } from '@playwright/test';
import type { Update } from '../src/gen/api.ts';

/** What a page has received: updates of the table from the API, and everything else. */
export interface Received {
	updates: Update[];
	/** All other responses, each with its URL. */
	others: { from: string; what: unknown }[];
}

/** Records what a page receives, including its streams. */
export async function listen(page: Page): Promise<Received> {
	const received: Received = { updates: [], others: [] };
	const take = (from: string, text: string) => {
		if (text === '') return;
		const what = JSON.parse(text);
		if (what && typeof what === 'object' && 'view' in what) received.updates.push(what);
		else received.others.push({ from, what });
	};
	const cdp = await page.context().newCDPSession(page);
	await cdp.send('Network.enable', { maxTotalBufferSize: 50_000_000, maxResourceBufferSize: 20_000_000 });
	const streams = new Map<string, { add(piece: string): void; early: string[] | null }>();
	cdp.on('Network.responseReceived', async ({ requestId, response }) => {
		if (!response.url.includes('/events')) return;
		const text = new TextDecoder();
		let rest = '';
		const add = (piece: string) => {
			const lines = (rest + text.decode(Buffer.from(piece, 'base64'), { stream: true })).split('\n');
			rest = lines.pop() ?? '';
			for (const line of lines) if (line.startsWith('data:')) take('a stream', line.slice(5));
		};
		const stream = { add, early: [] as string[] | null };
		streams.set(requestId, stream);
		const { bufferedData } = await cdp.send('Network.streamResourceContent', { requestId });
		for (const piece of [bufferedData, ...(stream.early ?? [])]) add(piece);
		stream.early = null;
	});
	cdp.on('Network.dataReceived', ({ requestId, data }) => {
		const stream = data ? streams.get(requestId) : undefined;
		if (!data || !stream) return;
		if (stream.early) stream.early.push(data);
		else stream.add(data);
	});
	page.on('response', async (response) => {
		const { pathname } = new URL(response.url());
		if (!pathname.startsWith('/api/') || pathname.endsWith('/events')) return;
		const json = response.headers()['content-type']?.includes('json');
		if (json) take(pathname, await response.text().catch(() => ''));
	});
	return received;
}
