import { afterEach, describe, expect, it, vi } from 'vitest';
import { docs } from './docs.ts';

const words = {
	en: { title: 'Documentation', text: 'Nobody answers.', again: 'Try again' },
	fr: { title: 'Documentation', text: 'Personne ne répond.', again: 'Réessayer' },
};
const ask = (path: string, answer: () => Promise<Response>) => {
	vi.stubGlobal('fetch', answer);
	return docs(new Request(`https://theriac.example${path}`), words);
};
afterEach(() => vi.unstubAllGlobals());

describe('a page of the documentation', () => {
	it('is the server’s, whatever it says', async () => {
		const missing = new Response('no such page', { status: 404 });
		expect(await ask('/docs/x', async () => missing)).toBe(missing);
	});

	it.each([
		['/docs', 'Nobody answers.'],
		['/docs/french', 'Nobody answers.'],
		['/docs/fr', 'Personne ne répond.'],
		['/docs/fr/rules/a', 'Personne ne répond.'],
	])('says at %s that nobody answers', async (path, text) => {
		for (const answer of [
			() => Promise.reject(new TypeError()),
			async () => new Response('', { status: 502 }),
		]) {
			const response = await ask(path, answer);
			expect(response.status).toBe(503);
			expect(await response.text()).toContain(text);
		}
	});
});
