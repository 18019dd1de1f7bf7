import { expect, it } from 'vitest';
import { type Route, routeOf } from './router.svelte.ts';

const cases: [string, Route][] = [
	['/', { page: 'landing' }],
	['/new', { page: 'new' }],
	['/tables', { page: 'tables' }],
	['/mine/', { page: 'mine' }],
	['/settings', { page: 'settings' }],
	['/learn', { page: 'learn' }],
	['/puzzles', { page: 'puzzles' }],
	['/t/j5knwpzbpm7t', { page: 'table', id: 'j5knwpzbpm7t' }],
	['/t/', { page: 'lost' }],
	['/j/FTFdman9IK_hWTtmhDB3kQ', { page: 'link', secret: 'FTFdman9IK_hWTtmhDB3kQ' }],
	['/j', { page: 'lost' }],
	['/replay/abc', { page: 'replay', id: 'abc', at: undefined, as: undefined }],
	['/replay/abc/17?as=2', { page: 'replay', id: 'abc', at: 17, as: '2' }],
	['/replay/abc?story', { page: 'replay', id: 'abc', at: undefined, as: undefined, story: true }],
	['/replay/abc/-1', { page: 'replay', id: 'abc', at: undefined, as: undefined }],
	['/replay', { page: 'lost' }],
	['/rules', { page: 'rules', game: 'world', rule: undefined }],
	['/rules/world#outbreak/chain', { page: 'rules', game: 'world', rule: 'outbreak/chain' }],
	['/t/a%2Fb', { page: 'table', id: 'a/b' }],
	['/t/100%', { page: 'lost' }],
	['/somewhere/else', { page: 'lost' }],
];

it.each(cases)('%s', (address, route) => {
	expect(routeOf(new URL(address, 'https://theriac.example'))).toEqual(route);
});
