// These cases are the same as in locale/message_test.go, because the client and the server read the same
// catalogues.

import { expect, it } from 'vitest';
import { textsOf } from '../../languages.ts';
import { parse, type Values, write } from './message.ts';

const english = textsOf('en');
const french = textsOf('fr');

const cubes = '{city}: {n, plural, one {# cube} other {# cubes}}';

const cases: [lang: string, text: string, values: Values, want: string][] = [
	['en', cubes, { city: 'Paris', n: 0 }, 'Paris: 0 cubes'],
	['en', cubes, { city: 'Paris', n: 1 }, 'Paris: 1 cube'],
	['en', cubes, { city: 'Paris', n: 2 }, 'Paris: 2 cubes'],
	['fr', cubes, { city: 'Paris', n: 0 }, 'Paris: 0 cube'],
	['fr', cubes, { city: 'Paris', n: '2' }, 'Paris: 2 cubes'],
	['en', '{who, select, medic {a doctor} other {{who}}}', { who: 'medic' }, 'a doctor'],
	['en', '{who, select, medic {a doctor} other {{who}}}', { who: 'pilot' }, 'pilot'],
	['en', '{n, plural, one {x} other {{who, select, other {# of {who}}}}}', { n: 5, who: 'us' }, '5 of us'],
	['en', 'no. #{n}', { n: 5 }, 'no. #5'],
	['en', 'to {city}', {}, 'to {city}'],
	['en', 'Outbreak {city:at}', { city: 'Cairo' }, 'Outbreak at Cairo'],
	['en', '{n} for {who}', { n: -3, who: 'Jean-Paul' }, '−3 for Jean-Paul'],
	['fr', '{n, plural, one {# point} other {# points}}', { n: -13 }, '−13 points'],
];

it.each(cases)('%s %s %o', (lang, text, values, want) => {
	expect(write(parse(text), lang, values, (form, name) => `${form} ${name}`)).toBe(want);
});

it.each([
	'{',
	'}',
	'{}',
	'{city',
	'a } b',
	'{n, plural}',
	'{n, plural, one {x}}',
	'{n, plural, other {x}',
	'{n, plural, other {x',
	'{n, date, other {x}}',
	'{n, plural, {x}}',
	"don't",
])('refuses %s', (text) => {
	expect(() => parse(text)).toThrow();
});

it('reads every text of both catalogues', () => {
	for (const text of [...Object.values(english), ...Object.values(french)])
		expect(() => parse(text)).not.toThrow();
});
