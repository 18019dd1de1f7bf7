import { expect, it } from 'vitest';
import { addressOf, isPerson, personIn, placeOf, sections } from './place.ts';

it('finds every section again by its address', () => {
	for (const section of sections) expect(placeOf(addressOf(section))).toEqual({ section, id: '' });
});

it('names a person in the address', () => {
	expect(addressOf('people', 'p/7')).toBe('/console/people/p%2F7');
	expect(placeOf('/console/people/p%2F7')).toEqual({ section: 'people', id: 'p/7' });
});

it('opens the reports for an address that nobody knows', () => {
	expect(placeOf('/console/nothing/7')).toEqual({ section: 'reports', id: '' });
	expect(placeOf('/console/people/100%')).toEqual({ section: 'people', id: '' });
});

it('finds the person in a pasted link', () => {
	expect(personIn(' https://theriac.example/people/k7?x#y ')).toBe('k7');
	expect(personIn('k7')).toBe('k7');
	expect(personIn('')).toBe('');
});

it('tells the id of a person from a name', () => {
	expect(isPerson('abcdefghij234567abcd')).toBe(true);
	expect(isPerson('Ada Lovelace')).toBe(false);
	expect(isPerson('abcdefghij')).toBe(false);
});
