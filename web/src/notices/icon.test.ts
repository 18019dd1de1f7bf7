import { afterEach, expect, it, vi } from 'vitest';
import { showIcon } from './icon.ts';

afterEach(() => vi.unstubAllGlobals());

it('shows pictures from memory, each read once, and never asks the server for one by a link', async () => {
	const link = { href: '/favicon.svg' };
	const asked: string[] = [];
	vi.stubGlobal('document', { querySelector: () => link });
	vi.stubGlobal('fetch', async (path: string) => {
		asked.push(path);
		return new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml' } });
	});
	const seen: string[] = [];
	for (const path of ['/favicon.svg', '/favicon-turn.svg', '/favicon.svg', '/favicon-turn.svg']) {
		showIcon(path);
		await vi.waitFor(() => expect(path === '/favicon.svg' || link.href.startsWith('blob:')).toBe(true));
		await new Promise((done) => setTimeout(done));
		seen.push(link.href);
	}
	expect(asked).toEqual(['/favicon-turn.svg', '/favicon.svg']);
	expect(seen.slice(1).every((href) => href.startsWith('blob:'))).toBe(true);
	expect(seen[3]).toBe(seen[1]);
	expect(seen[2]).not.toBe(seen[1]);
});
