import { expect, it } from 'vitest';
import { without } from './kinds.ts';

it('switches one kind of news on or off, and keeps the others', () => {
	expect(without([], 'named', false)).toEqual(['named']);
	expect(without(['named'], 'begun', false)).toEqual(['begun', 'named']);
	expect(without(['begun', 'named'], 'begun', true)).toEqual(['named']);
	expect(without(['named'], 'named', false)).toEqual(['named']);
});
