import { expect, it } from 'vitest';
import type { Option } from '../../gen/api';
import { countOf, settle } from './options.ts';
import { presetAs, presetsOf } from './presets.ts';

const players: Option = { name: 'players', kind: 'range', min: 2, max: 5, default: '2' };
const epidemics: Option = { name: 'epidemics', kind: 'range', min: 4, max: 6, default: '4' };
const rush: Option = { name: 'rush', kind: 'choice', values: ['off', 'on'], default: 'off' };
const historical: Option = { name: 'historical', kind: 'range', max: 4, default: '0' };
const diseases: Option = { name: 'diseases', kind: 'list', values: ['a', 'b', 'c', 'd'], default: '' };
const plain = [players, epidemics];
const rich = [players, epidemics, rush, historical, diseases];
const ids = (options: Option[]) => presetsOf(options).map((p) => p.id);

it('offers the ways to begin that a game has options for', () => {
	expect(ids(plain)).toEqual(['first', 'standard', 'heroic']);
	expect(ids(rich)).toEqual(['first', 'standard', 'heroic', 'history', 'rush']);
	expect(ids([players])).toEqual([]);
});

it('offers readings of the rules where there are several', () => {
	const supply: Option = { name: 'supply', kind: 'choice', values: ['nine', 'seven'], default: 'nine' };
	expect(ids([players, supply])).toEqual(['book', 'scarce']);
	expect(presetAs([players, supply], settle([players, supply], {}))?.id).toBe('book');
});

it('knows a way to begin again, however many play', () => {
	const as = (chosen: Record<string, string>) => presetAs(rich, settle(rich, chosen))?.id;
	expect(as({ players: '4', epidemics: '5' })).toBe('standard');
	expect(as({ epidemics: '5', rush: 'on' })).toBe('rush');
	expect(as({ epidemics: '5', historical: '1', diseases: 'c' })).toBeUndefined();
});

it('names as many diseases as there are to name', () => {
	const chosen = (n: string, list: string) => settle(rich, { historical: n, diseases: list }).diseases;
	expect(chosen('0', 'a')).toBe('');
	expect(chosen('1', 'c,a')).toBe('c');
	expect(chosen('2', 'c')).toBe('c,a');
	expect(chosen('2', '')).toBe('');
	expect(chosen('4', 'a,b,c,d')).toBe('');
	expect(countOf(diseases, { historical: '4' })).toBe(0);
	expect(countOf(diseases, { historical: '3' })).toBe(3);
});
