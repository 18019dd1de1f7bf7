// Ways to begin, each from the folder of its game: a few options, and everything else as the rules have it.

import type { Beginning } from '../../games/manifest.ts';
import type { Option } from '../../gen/api.ts';
import { settle, type Values, valuesOf } from './options.ts';

const found = import.meta.glob<Beginning[]>('../../games/*/beginnings.ts', {
	eager: true,
	import: 'default',
});

/** How many of them stand large. */
const large = 3;

/** Those of a game whose options it has: the large ones, and the others. */
export function presetsOf(game: string, options: Option[]): { large: Beginning[]; more: Beginning[] } {
	const known = ([name, value]: [string, string]) =>
		options.some((o) => o.name === name && valuesOf(o).includes(value));
	const all = (found[`../../games/${game}/beginnings.ts`] ?? []).filter((way) =>
		Object.entries(way.values).every(known),
	);
	return { large: all.slice(0, large), more: all.slice(large) };
}

/** The one of some that the chosen options are, if they are one; how many play is nobody's business. */
export function presetAs(ways: Beginning[], options: Option[], values: Values): Beginning | undefined {
	return ways.find((way) => {
		const plain = settle(options, { players: values.players ?? '', ...way.values });
		return options.every((o) => plain[o.name] === values[o.name]);
	});
}
