// The options of a game, as the house describes them: which value holds where none
// was chosen, and which values the rules do not let go together. What an option
// means is none of our business.

import type { Exclusion, Option } from '../../gen/api';

export type Values = Record<string, string>;

/** The values an option can have, one of which is chosen; a list has none of its own. */
export function valuesOf(option: Option): string[] {
	if (option.kind === 'choice') return option.values ?? [];
	if (option.kind !== 'range') return [];
	const [min, max] = [option.min ?? 0, option.max ?? 0];
	return Array.from({ length: max - min + 1 }, (_, i) => String(min + i));
}

/** What holds where nothing was chosen, given the other options. */
export function defaultOf(option: Option, values: Values): string {
	const other = option.instead?.find((i) => values[i.option] === i.is);
	return other?.default ?? option.default;
}

/** What keeps a value from being chosen, given the other options. */
export function excluded(option: Option, value: string, values: Values): Exclusion | undefined {
	return option.excludes?.find((e) => e.value === value && values[e.option] === e.is);
}

/** The lists that name as many things as another option says; the others name one for each seat. */
const counted: Record<string, string | undefined> = { diseases: 'historical' };

/** How many things a list names. None: there is nothing to name, or all of them are meant. */
export function countOf(option: Option, values: Values): number {
	const by = counted[option.name];
	const n = Number(values[by ?? 'players'] ?? 0);
	return by && n >= (option.values ?? []).length ? 0 : n;
}

/**
 * The value of every option: the one that was chosen where it may stand, else the
 * default. Options come in the order in which they depend on each other.
 */
export function settle(options: Option[], chosen: Values): Values {
	const values: Values = {};
	for (const option of options) {
		const wish = chosen[option.name];
		const known = option.kind === 'list' || (wish !== undefined && valuesOf(option).includes(wish));
		const stands = wish !== undefined && known && !excluded(option, wish, values);
		values[option.name] = stands ? wish : defaultOf(option, values);
		if (option.kind === 'list' && counted[option.name])
			values[option.name] = mended(option, wish ?? '', values);
	}
	return values;
}

/** A list as long as it has to be; an empty one stays empty. */
function mended(option: Option, list: string, values: Values): string {
	const n = countOf(option, values);
	return list === '' || n === 0 ? '' : perSeat(option, list, n).join(',');
}

/** One value per seat: those that were named, each once, and the first free ones for the rest. */
export function perSeat(option: Option, list: string, seats: number): string[] {
	const all = option.values ?? [];
	const named = [...new Set(list.split(',').filter((value) => all.includes(value)))].slice(0, seats);
	const free = all.filter((value) => !named.includes(value));
	return [...named, ...free].slice(0, seats);
}
