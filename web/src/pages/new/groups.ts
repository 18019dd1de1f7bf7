// How the options of a game are laid out: what belongs together, and in which order it
// is read. Nothing here says what may be chosen.

import type { Option } from '../../gen/api.ts';

const order = {
	box: ['box'],
	play: ['mode', 'players', 'epidemics', 'objectives'],
	challenges: ['lab', 'strain', 'mutation', 'rush', 'historical', 'diseases'],
	table: ['hands', 'events', 'consent'],
	readings: ['care', 'diagnosis', 'returns', 'supply', 'keeper', 'doctor'],
} as const;

export type GroupID = keyof typeof order;
export const groupIDs = Object.keys(order) as GroupID[];

/** Where an option stands that no group names. */
const other: GroupID = 'table';

/** Where the rules can be read in two ways. Most tables play by the book and never look. */
export const folded: readonly GroupID[] = ['readings'];

/** Too large a decision to be changed by choosing something else. */
export const firm: readonly string[] = ['mode'];

/** Not spoken of while there is nothing to choose and it is as it would be anyway. */
export const quiet: readonly string[] = ['objectives', 'events'];

export interface Group {
	id: GroupID;
	options: Option[];
}

/** The groups that a game has options for; what each seat is given stands apart. */
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

/** What most tables leave to chance, and is folded away. */
export function aside(option: Option): boolean {
	return option.name === 'roles';
}
