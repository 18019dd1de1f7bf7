import { describe, expect, it } from 'vitest';
import type { Option } from '../../gen/api.ts';
import games from '../../gen/games.json';
import { countOf, settle } from './options.ts';
import { presetAs, presetsOf } from './presets.ts';

const lists = games as { name: string; options: Option[] }[];
const iberia = lists.find((g) => g.name === 'iberia')?.options ?? [];
const ids = (game: string, options: Option[]) => {
	const { large, more } = presetsOf(game, options);
	return [large, more].map((list) => list.map((way) => way.id));
};

describe.each(lists)('the ways to begin $name', ({ name, options }) => {
	const { large, more } = presetsOf(name, options);

	it('are three large ones, each with a drawing', () => {
		expect(large).toHaveLength(3);
		for (const way of large) expect(way.picture, way.id).toBeTruthy();
	});

	it('are told apart, however many play', () => {
		const all = [...large, ...more];
		for (const way of all)
			for (const players of ['2', '3', '4']) {
				const values = settle(options, { players, ...way.values });
				expect(presetAs(all, options, values)?.id).toBe(way.id);
			}
	});
});

it('begins with the first of a game where nothing was chosen', () => {
	for (const { name, options } of lists) {
		const { large } = presetsOf(name, options);
		expect(presetAs(large, options, settle(options, {}))?.id, name).toBe(large[0]?.id);
	}
});

it('offers the ways that a game has options for', () => {
	const without = (name: string) => iberia.filter((o) => o.name !== name);
	expect(ids('iberia', iberia)).toEqual([
		['first', 'history', 'rush'],
		['standard', 'heroic'],
	]);
	expect(ids('iberia', without('rush'))).toEqual([['first', 'history', 'standard'], ['heroic']]);
	expect(ids('iberia', without('epidemics'))).toEqual([[], []]);
	expect(ids('nothing', iberia)).toEqual([[], []]);
});

it('knows what is no way to begin', () => {
	const { large } = presetsOf('iberia', iberia);
	const values = settle(iberia, { epidemics: '5', historical: '1', diseases: 'malaria' });
	expect(presetAs(large, iberia, values)).toBeUndefined();
});

it('names as many diseases as there are to name', () => {
	const chosen = (n: string, list: string) => settle(iberia, { historical: n, diseases: list }).diseases;
	const diseases = iberia.find((o) => o.name === 'diseases') as Option;
	expect(chosen('0', 'cholera')).toBe('');
	expect(chosen('1', 'malaria,cholera')).toBe('malaria');
	expect(chosen('2', 'malaria')).toBe('malaria,cholera');
	expect(chosen('2', '')).toBe('');
	expect(chosen('4', 'cholera,yellow-fever,malaria,typhus')).toBe('');
	expect(countOf(diseases, { historical: '4' })).toBe(0);
	expect(countOf(diseases, { historical: '3' })).toBe(3);
});
