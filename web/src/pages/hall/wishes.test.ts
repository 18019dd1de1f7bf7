import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { textsOf } from '../../../languages.ts';
import { use } from '../../i18n/words.svelte.ts';
import { asked, languageSets, readBy, recalled, remember } from './wishes.ts';

let kept: Record<string, string> = {};
beforeAll(() => use('en', textsOf('en')));
beforeEach(() => {
	kept = {};
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => kept[key] ?? null,
		setItem: (key: string, value: string) => {
			kept[key] = value;
		},
	});
	vi.stubGlobal('navigator', { languages: ['fr-CH', 'fr', 'xx'] });
});

it('reads the language of the page, and those of the browser that there are', () => {
	expect(readBy()).toEqual(['en', 'fr']);
	expect(readBy(['xx'])).toEqual(['en']);
	expect(languageSets()).toEqual(['en,fr', 'en', 'fr', '']);
});

it('asks for nothing but the languages at first', () => {
	expect(asked(recalled())).toEqual({ languages: ['en', 'fr'] });
});

it('remembers what was wished, and forgets what cannot be', () => {
	remember({ game: 'world', level: 'hard', languages: 'fr', pace: 'slow', talk: 'quiet' });
	const all = { game: 'world', level: 'hard', languages: ['fr'], pace: 'slow', talk: 'quiet' };
	expect(asked(recalled())).toEqual(all);
	kept = { 'theriac.wishes': '{"level":"odd","languages":"xx","pace":7}' };
	expect(asked(recalled())).toEqual({ languages: ['en', 'fr'] });
	kept = { 'theriac.wishes': 'null' };
	expect(asked(recalled())).toEqual({ languages: ['en', 'fr'] });
});
