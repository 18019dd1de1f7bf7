// Finds a game's presets, which its folder defines. A preset sets a few options; the others keep the rules'
// defaults.

import type { Beginning } from '../../games/manifest.ts';
import type { Option } from '../../gen/api.ts';
import { settle, type Values, valuesOf } from './options.ts';

const found = import.meta.glob<Beginning[]>('../../games/*/beginnings.ts', {
	eager: true,
	import: 'default',
});

/** How many presets have large cards. */
const large = 3;

/** Returns the presets whose options the game has: those with large cards, and the rest. */
export function presetsOf(game: string, options: Option[]): { large: Beginning[]; more: Beginning[] } {
	const known = ([name, value]: [string, string]) =>
		options.some((o) => o.name === name && valuesOf(o).includes(value));
	const all = (found[`../../games/${game}/beginnings.ts`] ?? []).filter((way) =>
		Object.entries(way.values).every(known),
	);
	return { large: all.slice(0, large), more: all.slice(large) };
}

/**
 * Returns the preset with exactly the chosen options, if there is one. The number of players does not
 * matter.
 */
export function presetAs(ways: Beginning[], options: Option[], values: Values): Beginning | undefined {
	return ways.find((way) => {
		const plain = settle(options, { players: values.players ?? '', ...way.values });
		return options.every((o) => plain[o.name] === values[o.name]);
	});
}
