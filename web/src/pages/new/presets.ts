// Ways to begin: each is a few options, such as a number of epidemics and perhaps a way
// to play or some challenges, and everything else as the rules have it.

import type { Option } from '../../gen/api';
import { settle, type Values, valuesOf } from './options.ts';

export interface Preset {
	id: (typeof presets)[number]['id'];
	values: Values;
}

export const presets = [
	{ id: 'first', values: { epidemics: '4' } },
	{ id: 'standard', values: { epidemics: '5' } },
	{ id: 'heroic', values: { epidemics: '6' } },
	{ id: 'history', values: { epidemics: '5', historical: '1' } },
	{ id: 'rush', values: { epidemics: '5', rush: 'on' } },
	{ id: 'solo', values: { box: 'lab', mode: 'solo', epidemics: '4' } },
	{ id: 'teams', values: { box: 'lab', mode: 'teams', epidemics: '4' } },
	{
		id: 'everything',
		values: { box: 'all', epidemics: '5', lab: 'on', strain: 'on', mutation: 'panic' },
	},
	{ id: 'book', values: { supply: 'nine' } },
	{ id: 'scarce', values: { supply: 'seven' } },
	{ id: 'bold', values: { diagnosis: '12', keeper: 'pills' } },
] as const;

/** Those whose options a game has. */
export function presetsOf(options: Option[]): Preset[] {
	const known = ([name, value]: [string, string]) =>
		options.some((o) => o.name === name && valuesOf(o).includes(value));
	return presets.filter((p) => Object.entries(p.values).every(known));
}

/** The one that the chosen options are, if they are one; how many play is nobody's business. */
export function presetAs(options: Option[], values: Values): Preset | undefined {
	return presetsOf(options).find((p) => {
		const plain = settle(options, { players: values.players ?? '', ...p.values });
		return options.every((o) => plain[o.name] === values[o.name]);
	});
}
