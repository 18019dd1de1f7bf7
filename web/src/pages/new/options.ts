// The options of a game, as the server describes them: which value holds where none
// was chosen, and which values the rules do not let go together. What an option
// means is none of our business.

import type { Exclusion, Option } from '../../gen/api.ts';

export type Values = Record<string, string>;

/** The values an option can have, one of which is chosen; a list has none of its own. */
export function valuesOf(option: Option): string[] {
	if (option.kind === 'choice') return option.values ?? [];
	if (option.kind !== 'range') return [];
	const [min, max] = [option.min ?? 0, option.max ?? 0];
	return Array.from({ length: max - min + 1 }, (_, i) => String(min + i));
}

/** What holds where nothing was chosen, given the other options: the last word on it counts. */
export function defaultOf(option: Option, values: Values): string {
	const other = option.instead?.findLast((i) => values[i.option] === i.is);
	return other?.default ?? option.default;
}

/**
 * What keeps a value from being chosen, given the other options: the values of which
 * other options, and by which rules. It does not matter which of two forbids the other.
 */
export function exclusions(options: Option[], option: Option, value: string, values: Values): Exclusion[] {
	const own = option.excludes?.filter((e) => e.value === value && values[e.option] === e.is) ?? [];
	const others = options.flatMap((other) =>
		(other.excludes ?? [])
			.filter((e) => e.option === option.name && e.is === value && values[other.name] === e.value)
			.map((e) => ({ value, option: other.name, is: e.value, rule: e.rule })),
	);
	return [...own, ...others];
}

/** Whether a value may be chosen, given the other options. */
function may(options: Option[], option: Option, value: string, values: Values): boolean {
	if (option.excludes?.some((e) => e.value === value && values[e.option] === e.is)) return false;
	return !options.some(
		(other) =>
			values[other.name] !== undefined &&
			other.excludes?.some(
				(e) => e.option === option.name && e.is === value && e.value === values[other.name],
			),
	);
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
 * default, else whatever may. Options come in the order in which they depend on each
 * other, so an earlier wish goes before a later one. What comes out is never refused.
 */
export function settle(options: Option[], chosen: Values): Values {
	return filled(options, 0, chosen, {}) ?? {};
}

/** The values of the options from one on, given those before it; none where nothing goes with them. */
function filled(options: Option[], at: number, chosen: Values, values: Values): Values | undefined {
	const option = options[at];
	if (!option) return values;
	const wish = chosen[option.name];
	if (option.kind === 'list') {
		const list = mended(options, option, wish ?? '', values);
		return filled(options, at + 1, chosen, { ...values, [option.name]: list });
	}
	const all = valuesOf(option);
	for (const value of [wish, defaultOf(option, values), ...all]) {
		if (value === undefined || !all.includes(value) || !may(options, option, value, values)) continue;
		const rest = filled(options, at + 1, chosen, { ...values, [option.name]: value });
		if (rest) return rest;
	}
	return undefined;
}

/** A list as long as it has to be; an empty one stays empty. */
function mended(options: Option[], option: Option, list: string, values: Values): string {
	const n = countOf(option, values);
	return list === '' || n === 0 ? '' : perSeat(listed(options, option, values), list, n).join(',');
}

/** What a list may name, given the other options. */
export function listed(options: Option[], option: Option, values: Values): string[] {
	return (option.values ?? []).filter((value) => may(options, option, value, values));
}

/** One value per seat: those that were named, each once, and the first free ones for the rest. */
export function perSeat(all: string[], list: string, seats: number): string[] {
	const named = [...new Set(list.split(',').filter((value) => all.includes(value)))].slice(0, seats);
	const free = all.filter((value) => !named.includes(value));
	return [...named, ...free].slice(0, seats);
}
