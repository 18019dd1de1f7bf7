// The layout of a game's options: their groups and order. Which values are possible is decided elsewhere
// (options.ts).

import type { Option } from '../../gen/api.ts';

const order = {
	box: ['box'],
	play: ['mode', 'players', 'epidemics', 'objectives'],
	challenges: ['lab', 'strain', 'mutation', 'rush', 'historical', 'diseases'],
	table: ['hands', 'events', 'consent'],
	readings: ['care', 'diagnosis', 'returns', 'supply', 'keeper', 'doctor'],
} as const;

type GroupID = keyof typeof order;
export const groupIDs = Object.keys(order) as GroupID[];

/** The group of all options that belong to no other group. */
const other: GroupID = 'table';

/**
 * Groups that are folded away: options about rules that can be read in two ways, which most tables never
 * change.
 */
export const folded: readonly GroupID[] = ['readings'];

/** Options that no other choice may change, because they are too important. */
export const firm: readonly string[] = ['mode'];

/** Options that are hidden while their default is the only possible value. */
export const quiet: readonly string[] = ['objectives', 'events'];

export interface Group {
	id: GroupID;
	options: Option[];
}

/** Returns the groups of a game's options. Options with one value per seat have a separate group. */
export function groupsOf(options: Option[]): Group[] {
	const named = new Set<string>(Object.values(order).flat());
	const rest = options.filter((o) => !named.has(o.name) && !aside(o));
	return groupIDs
		.map((id) => ({
			id,
			options: [
				...order[id].flatMap((name) => options.filter((o) => o.name === name && !aside(o))),
				...(id === other ? rest : []),
			],
		}))
		.filter((group) => group.options.length > 0);
}

/** Reports whether an option is folded, because most tables leave it to chance. */
export function aside(option: Option): boolean {
	return option.name === 'roles';
}
