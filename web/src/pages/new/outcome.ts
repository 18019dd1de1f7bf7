// What becomes of the other options when somebody chooses a value. An option follows
// those before it; and where an earlier one stands in the way, it may be changed too,
// if changing that one is enough and the player is told before.

import type { Option } from '../../gen/api.ts';
import { exclusions, settle, type Values, valuesOf } from './options.ts';

export interface Outcome {
	/** What is then chosen, and what holds. */
	chosen: Values;
	values: Values;
	/** What else changes that the player chose, or that comes before what they choose now. */
	also: { option: string; value: string }[];
}

/**
 * What choosing a value leads to; nothing, where more than one other option would have
 * to be changed for it. An option in `firm` is changed by nobody but the player.
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
	// Wishes that do not stand are forgotten where they come before this one: nothing comes back unasked.
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

/** The other values, those that stand next to one first. */
function nearest(values: string[], to: string): string[] {
	const at = values.indexOf(to);
	const far = (value: string) => Math.abs(values.indexOf(value) - at);
	return values.filter((v) => v !== to).sort((a, b) => far(a) - far(b));
}
