import { describe, expect, it } from 'vitest';
import type { Option } from '../../gen/api';
import { defaultOf, excluded, perSeat, settle, valuesOf } from './options.ts';

const size: Option = { name: 'size', kind: 'range', min: 2, max: 4, default: '2' };
const light: Option = {
	name: 'light',
	kind: 'choice',
	values: ['on', 'off'],
	default: 'off',
	instead: [{ option: 'size', is: '4', default: 'on' }],
	excludes: [{ value: 'off', option: 'size', is: '4', rule: 'light/four' }],
};
const names: Option = { name: 'names', kind: 'list', values: ['a', 'b', 'c'], default: '' };
const options = [size, light, names];

describe('options', () => {
	it('list the values of a range and of a choice', () => {
		expect(valuesOf(size)).toEqual(['2', '3', '4']);
		expect(valuesOf(light)).toEqual(['on', 'off']);
	});

	it('have another default where another option asks for it', () => {
		expect(defaultOf(light, { size: '2' })).toBe('off');
		expect(defaultOf(light, { size: '4' })).toBe('on');
	});

	it('say which rule keeps two values apart', () => {
		expect(excluded(light, 'off', { size: '4' })?.rule).toBe('light/four');
		expect(excluded(light, 'off', { size: '3' })).toBeUndefined();
	});

	it('settle: a choice stands unless the rules forbid it or it is none', () => {
		expect(settle(options, {})).toEqual({ size: '2', light: 'off', names: '' });
		expect(settle(options, { size: '4', light: 'off' })).toEqual({ size: '4', light: 'on', names: '' });
		expect(settle(options, { size: '9', names: 'a,b' })).toEqual({ size: '2', light: 'off', names: 'a,b' });
	});

	it('give each seat a value of its own', () => {
		expect(perSeat(names, 'c', 2)).toEqual(['c', 'a']);
		expect(perSeat(names, 'b,b,x', 3)).toEqual(['b', 'a', 'c']);
	});
});
