// Evaluates the options of a game from the server's description: their default values, and which combinations
// of values the rules forbid. It knows nothing about the meaning of an option.

import type { Exclusion, Option } from '../../gen/api.ts';

export type Values = Record<string, string>;

/** Returns the possible values of an option; none if its value is a list of another option's values. */
export function valuesOf(option: Option): string[] {
	if (option.kind === 'choice') return option.values ?? [];
	if (option.kind !== 'range') return [];
	const [min, max] = [option.min ?? 0, option.max ?? 0];
	return Array.from({ length: max - min + 1 }, (_, i) => String(min + i));
}

/**
 * Returns an option's default, given the values of other options. If several conditions of the default
 * match, the last one counts.
 */
export function defaultOf(option: Option, values: Values): string {
	const other = option.instead?.findLast((i) => values[i.option] === i.is);
	return other?.default ?? option.default;
}

/**
 * Returns why a value cannot be chosen: the values of other options that conflict with it, and the rules.
 * Either of two options may declare the conflict between them.
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

/** Reports whether a value can be chosen, given the values of the other options. */
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

/**
 * For options whose value is a list: the option that defines the list's length. All others have one item
 * per seat.
 */
const counted: Record<string, string | undefined> = { diseases: 'historical' };

/** Returns the length of a list option's value; 0 if there is nothing to list, or all items are meant. */
export function countOf(option: Option, values: Values): number {
	const by = counted[option.name];
	const n = Number(values[by ?? 'players'] ?? 0);
	return by && n >= (option.values ?? []).length ? 0 : n;
}

/**
 * Returns a value for every option: the chosen one if it is allowed, otherwise the default, otherwise any
 * allowed one. If options conflict, the earlier option has priority. The server never refuses the result.
 */
export function settle(options: Option[], chosen: Values): Values {
	return filled(options, 0, chosen, {}) ?? {};
}

/**
 * Fills in the options from index `at` on, given the values before them; null if no combination is allowed.
 */
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

/** Adjusts a list to its length; an empty list stays empty. */
function mended(options: Option[], option: Option, list: string, values: Values): string {
	const n = countOf(option, values);
	return list === '' || n === 0 ? '' : perSeat(listed(options, option, values), list, n).join(',');
}

/** Returns the values that a list can contain, given the other options. */
export function listed(options: Option[], option: Option, values: Values): string[] {
	return (option.values ?? []).filter((value) => may(options, option, value, values));
}

/** Returns one item per seat: the listed ones, each once, then the first unused ones. */
export function perSeat(all: string[], list: string, seats: number): string[] {
	const named = [...new Set(list.split(',').filter((value) => all.includes(value)))].slice(0, seats);
	const free = all.filter((value) => !named.includes(value));
	return [...named, ...free].slice(0, seats);
}
