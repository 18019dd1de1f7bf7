// Tests an incomplete language whose plural rules differ from those of English. Its missing texts fall back
// to English, with English plurals. locale/language_test.go uses the same files.
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { languages, languagesIn, textsIn, textsOf } from '../../languages.ts';
import { has, lang, name, speakOf, text, use } from './words.svelte.ts';

const folder = fileURLToPath(new URL('../../../locale/testdata/languages', import.meta.url));
const [third] = languagesIn(folder);
const en = textsOf('en');

it('is found by its folder, and says what it is called', () => {
	expect(third).toEqual({ lang: 'pl', name: 'Polski', complete: false, dates: 'pl' });
	expect(languages[0]?.lang).toBe('en');
	expect(languages.filter((l) => l.complete).length).toBeGreaterThan(1);
});

it('counts by its own rules, and falls back to English by those of English', () => {
	use('pl', textsIn(folder, 'pl'), en);
	expect(lang()).toBe('pl');
	const cities = (n: number) => text('web.act.count.city', { n });
	expect([0, 1, 2, 5, 12, 21, 22].map(cities)).toEqual([
		'0 miast',
		'1 miasto',
		'2 miasta',
		'5 miast',
		'12 miast',
		'21 miast',
		'22 miasta',
	]);
	expect(name('city', 'cairo')).toBe('Kair');
	expect(name('city', 'paris')).toBe('Paris');
	expect(text('web.act.count.line', { n: 0 })).toBe('0 lines');
	expect(text('web.act.count.line', { n: 1 })).toBe('1 line');
	expect(text('fact.cubes-removed', { n: 2, disease: 'red', city: 'Kair' })).toBe(
		'2 red cubes removed from Kair.',
	);
	expect(has('no.such.key')).toBe(false);
	expect(text('no.such.key')).toBe('no.such.key');
});

it('lets a game speak of its own thing, in whatever language', () => {
	use('pl', textsIn(folder, 'pl'), en);
	expect(text('end.win')).toMatch(/^Wygrana/);
	const hush = speakOf('iberia');
	expect(text('end.win')).toBe(en['iberia.end.win']);
	hush();
});
