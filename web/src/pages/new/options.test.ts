import { describe, expect, it } from 'vitest';
import type { Option } from '../../gen/api.ts';
import { defaultOf, exclusions, listed, perSeat, settle, valuesOf } from './options.ts';

const players: Option = { name: 'players', kind: 'range', min: 2, max: 4, default: '2' };
const dark: Option = {
	name: 'dark',
	kind: 'choice',
	values: ['no', 'yes'],
	default: 'no',
};
const light: Option = {
	name: 'light',
	kind: 'choice',
	values: ['on', 'off', 'dim'],
	default: 'off',
	instead: [
		{ option: 'players', is: '4', default: 'on' },
		{ option: 'dark', is: 'yes', default: 'dim' },
	],
	excludes: [
		{ value: 'off', option: 'players', is: '4', rule: 'light/four' },
		{ value: 'on', option: 'dark', is: 'yes', rule: 'light/dark' },
	],
};
const names: Option = {
	name: 'names',
	kind: 'list',
	values: ['a', 'b', 'c', 'd'],
	default: '',
	excludes: [{ value: 'd', option: 'dark', is: 'yes', rule: 'names/dark' }],
};
const options = [players, dark, light, names];

describe('options', () => {
	it('list the values of a range and of a choice', () => {
		expect(valuesOf(players)).toEqual(['2', '3', '4']);
		expect(valuesOf(light)).toEqual(['on', 'off', 'dim']);
	});

	it('have another default where another option asks for it, the last that does', () => {
		expect(defaultOf(light, { players: '2' })).toBe('off');
		expect(defaultOf(light, { players: '4' })).toBe('on');
		expect(defaultOf(light, { players: '4', dark: 'yes' })).toBe('dim');
	});

	it('say which rule keeps two values apart, from either side', () => {
		expect(exclusions(options, light, 'off', { players: '4' })).toEqual([light.excludes?.[0]]);
		expect(exclusions(options, light, 'off', { players: '3' })).toEqual([]);
		expect(exclusions(options, players, '4', { light: 'off' })).toEqual([
			{ value: '4', option: 'light', is: 'off', rule: 'light/four' },
		]);
	});

	it('settle: a choice stands unless the rules forbid it or it is none', () => {
		expect(settle(options, {})).toEqual({ players: '2', dark: 'no', light: 'off', names: '' });
		expect(settle(options, { players: '4', light: 'off' }).light).toBe('on');
		expect(settle(options, { players: '9', names: 'a,b' })).toMatchObject({ players: '2', names: 'a,b' });
	});

	it('settle: what a later option forbids is not chosen either', () => {
		const turned = [light, players, dark, names];
		expect(settle(turned, { light: 'off', players: '4' })).toMatchObject({ light: 'off', players: '2' });
	});

	it('settle: an earlier option gives way where nothing goes with it', () => {
		const only: Option = { name: 'only', kind: 'choice', values: ['x'], default: 'x' };
		only.excludes = [{ value: 'x', option: 'players', is: '2', rule: 'only/more' }];
		expect(settle([players, only], {})).toEqual({ players: '3', only: 'x' });
	});

	it('give each seat a value of its own that may be named', () => {
		expect(perSeat(['a', 'b', 'c'], 'c', 2)).toEqual(['c', 'a']);
		expect(perSeat(['a', 'b', 'c'], 'b,b,x', 3)).toEqual(['b', 'a', 'c']);
		expect(listed(options, names, { dark: 'yes' })).toEqual(['a', 'b', 'c']);
		expect(settle(options, { players: '3', names: 'd' }).names).toBe('d,a,b');
		expect(settle(options, { players: '3', dark: 'yes', names: 'd' }).names).toBe('a,b,c');
	});
});
