import { beforeAll, expect, it, vi } from 'vitest';
import { textsOf } from '../../../../languages.ts';
import { learn } from '../texts.svelte.ts';
import {
	commonReason,
	endOf,
	longestWords,
	measureOf,
	measures,
	quoteOf,
	reasons,
	spans,
	usualFor,
	wordsFor,
} from './decision.ts';

vi.mock('catalogues/console', () => ({ files: { en: 'en', fr: 'fr' } }));

beforeAll(async () => {
	vi.stubGlobal('fetch', async (lang: string) => Response.json(textsOf(lang)));
	await Promise.all([learn('en'), learn('fr')]);
});

const now = Date.parse('2026-11-18T20:20:00Z');

it('ends after the chosen time, when it is lifted, or at once', () => {
	expect(endOf('mute', '3d', now)).toEqual({ until: '2026-11-21T20:20:00.000Z' });
	expect(endOf('suspend', 'open', now)).toEqual({ open: true });
	expect(endOf('warn', '3d', now)).toEqual({});
	expect(endOf('remove', 'open', now)).toEqual({});
});

it('takes the reason that most reports give', () => {
	expect(commonReason(['spam', 'hurtful', 'hurtful'])).toBe('hurtful');
	expect(commonReason(['name'])).toBe('name');
	expect(commonReason(['something new'])).toBe('other');
	expect(commonReason([])).toBe('other');
});

it('quotes a line on one line, and cuts it between characters', () => {
	expect(quoteOf(' You play\nlike  a bot. ')).toBe('You play like a bot.');
	expect([...quoteOf('🦠'.repeat(200))]).toHaveLength(121);
});

it('writes in the language of the person', () => {
	expect(wordsFor('Go away.', 'fr')).toMatch(/^Vous avez écrit\s: «\sGo away\.\s»$/);
	expect(wordsFor('Go away.', 'en')).toBe('You wrote: “Go away.”');
	expect(wordsFor(undefined, 'en')).toBe('');
	expect(usualFor('mute', 'hurtful', '3d', 'en', now)).toMatch(/21 November 2026 at 2\d:20/);
	expect(usualFor('mute', 'hurtful', '3d', 'fr', now)).toMatch(/21 novembre 2026 à 2\d:20/);
});

it('has a text for every decision, with nothing left to fill in', () => {
	for (const language of ['en', 'fr']) {
		expect([...wordsFor('🦠'.repeat(500), language)].length).toBeLessThanOrEqual(longestWords);
		for (const what of measures)
			for (const reason of reasons)
				for (const span of spans) {
					const words = usualFor(what, reason, span, language, now);
					expect(words).not.toMatch(/decision\.|[{}]|undefined/);
					expect(words === '').toBe(what === 'none');
				}
	}
});

it('chooses a decision by a digit', () => {
	expect(['1', '3', '5', '0', '8', 'x'].map(measureOf)).toEqual([
		'none',
		'mute',
		'suspend',
		undefined,
		undefined,
		undefined,
	]);
});
