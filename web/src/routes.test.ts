import { expect, it } from 'vitest';
import { keyOf, type PageName, type Props, routeOf } from './routes.ts';

const cases: [string, { page: PageName } & Props][] = [
	['/', { page: 'landing' }],
	['/new', { page: 'new' }],
	['/hall', { page: 'hall' }],
	['/tables', { page: 'hall' }],
	['/mine/', { page: 'mine' }],
	['/settings', { page: 'settings' }],
	['/learn', { page: 'learn' }],
	['/puzzles', { page: 'puzzles' }],
	['/t/j5knwpzbpm7t', { page: 'table', id: 'j5knwpzbpm7t' }],
	['/t/', { page: 'lost' }],
	['/t/abc/log/3', { page: 'table', id: 'abc' }],
	['/games', { page: 'history' }],
	['/people/abc', { page: 'history', id: 'abc' }],
	['/duplicate', { page: 'lost' }],
	['/new/more', { page: 'lost' }],
	['/j/FTFdman9IK_hWTtmhDB3kQ', { page: 'link', secret: 'FTFdman9IK_hWTtmhDB3kQ' }],
	['/j', { page: 'lost' }],
	['/replay/abc', { page: 'replay', id: 'abc', at: undefined, as: undefined }],
	['/replay/abc/17?as=2', { page: 'replay', id: 'abc', at: 17, as: '2' }],
	['/replay/abc?story', { page: 'replay', id: 'abc', at: undefined, as: undefined, story: true }],
	['/replay/abc/-1', { page: 'replay', id: 'abc', at: undefined, as: undefined }],
	['/replay', { page: 'lost' }],
	['/doors', { page: 'doors' }],
	['/doors/K7F-2QX', { page: 'doors', code: 'K7F-2QX' }],
	['/console', { page: 'console' }],
	['/console/people/abc', { page: 'console' }],
	['/rules', { page: 'rules' }],
	['/rules/world#outbreak/chain', { page: 'rules', game: 'world', rule: 'outbreak/chain' }],
	['/t/a%2Fb', { page: 'table', id: 'a/b' }],
	['/t/100%', { page: 'lost' }],
	['/somewhere/else', { page: 'lost' }],
];

const at = (address: string) => routeOf(new URL(address, 'https://theriac.example'));

it.each(cases)('%s', (address, { page, ...props }) => {
	expect(at(address)).toEqual({ page, props });
});

it('names the page of the host', () => {
	expect(at('/about/terms')).toEqual({ page: 'about', props: { page: 'terms' } });
});

it('stays on a page where only a part of it is meant', () => {
	expect(keyOf(at('/replay/abc/17?as=2'))).toBe(keyOf(at('/replay/abc')));
	expect(keyOf(at('/replay/abc'))).not.toBe(keyOf(at('/replay/abd')));
	expect(keyOf(at('/console/log'))).toBe(keyOf(at('/console')));
	expect(keyOf(at('/games'))).not.toBe(keyOf(at('/people/abc')));
});
