import { expect, test } from 'vitest';
import { addressOf } from './client.ts';

test('places in an address are filled in', () => {
	const url = '/api/tables/{id}/seats/{seat}';
	expect(addressOf(url, { path: { id: 'a/b', seat: 0 } })).toBe('/api/tables/a%2Fb/seats/0');
});

test('what is asked stands behind the address, what is not is left out', () => {
	const url = '/api/tables';
	expect(addressOf(url, { query: { list: 'mine', page: undefined, text: 'a&b' } })).toBe(
		'/api/tables?list=mine&text=a%26b',
	);
	expect(addressOf(url, { query: {} })).toBe('/api/tables');
});
