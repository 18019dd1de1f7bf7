// The effect of a choice on the other options. Options after the chosen one adapt. If exactly one option
// before it forbids the chosen value, that option changes, too, and a hint says so in advance.

import type { Option } from '../../gen/api.ts';
import { exclusions, settle, type Values, valuesOf } from './options.ts';

export interface Outcome {
	/** The player's choices after the change; `values` has the resulting value of every option. */
	chosen: Values;
	values: Values;
	/**
	 * The further changes to announce: those of options that the player had chosen, or that come before the
	 * changed one.
	 */
	also: { option: string; value: string }[];
}

/**
 * Returns the effect of choosing a value; null if more than one earlier option would have to change.
 * Options in `firm` never change without the player.
 */
export function outcome(
	options: Option[],
	chosen: Values,
	name: string,
	value: string,
	firm: readonly string[] = [],
): Outcome | undefined {
	const now = settle(options, chosen);
	const at = options.findIndex((o) => o.name === name);
	const earlier = options.slice(0, at);
	// Earlier choices without effect are dropped, so that they do not reappear unexpectedly.
	const wishes: Values = { ...chosen, [name]: value };
	for (const o of earlier) if (wishes[o.name] !== now[o.name]) delete wishes[o.name];

	const kept = (values: Values, upTo: Option[]) => upTo.every((o) => values[o.name] === now[o.name]);
	const told = (wanted: Values): Outcome => {
		const values = settle(options, wanted);
		const also = options
			.filter(
				(o, i) =>
					o.name !== name &&
					o.kind !== 'list' &&
					values[o.name] !== now[o.name] &&
					(i < at || chosen[o.name] !== undefined),
			)
			.map((o) => ({ option: o.name, value: values[o.name] ?? '' }));
		return { chosen: wanted, values, also };
	};

	const plain = told(wishes);
	if (plain.values[name] === value && kept(plain.values, earlier)) return plain;

	const option = options[at];
	const against = option ? exclusions(options, option, value, now).map((e) => e.option) : [];
	const firmly = earlier.filter((o) => firm.includes(o.name));
	const ways = earlier.flatMap((o, i) => {
		if (firm.includes(o.name) || !against.includes(o.name)) return [];
		const still = [...earlier.slice(0, i), ...firmly];
		return nearest(valuesOf(o), now[o.name] ?? '').flatMap((v) => {
			const way = told({ ...wishes, [o.name]: v });
			const does = way.values[name] === value && way.values[o.name] === v && kept(way.values, still);
			return does ? [way] : [];
		});
	});
	const cost = (way: Outcome) => options.filter((o) => way.values[o.name] !== now[o.name]).length;
	return ways.sort((a, b) => cost(a) - cost(b))[0];
}

/** Returns all other values, those nearest to the given one first. */
function nearest(values: string[], to: string): string[] {
	const at = values.indexOf(to);
	const far = (value: string) => Math.abs(values.indexOf(value) - at);
	return values.filter((v) => v !== to).sort((a, b) => far(a) - far(b));
}
