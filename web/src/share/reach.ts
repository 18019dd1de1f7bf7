// The people that can open the replay of a game, and how the game ended for the person who shares it.

import type { Over, Table } from '../gen/api.ts';

/**
 * The people that can open a replay: everyone with the link (`open`), or those of the table (`closed`).
 * `mine`: closed, but this person may open it to everyone. `asked`: closed, and the host may. `shared`: as
 * the rules of its deal say.
 */
type Reach = 'open' | 'closed' | 'mine' | 'asked' | 'shared';

export function reachOf(
	table: Pick<Table, 'public' | 'released' | 'shared' | 'branch' | 'puzzle' | 'you'>,
): Reach {
	if (table.public || table.released) return 'open';
	if (table.shared) return 'shared';
	if (table.you.releases) return 'mine';
	return table.branch || table.puzzle ? 'closed' : 'asked';
}

/** Returns how a game of so many seats ended for a person with the seats in `mine`, as a part of a key. */
export function ended(over: Pick<Over, 'won' | 'given-up'>, seats: number, mine: readonly number[]) {
	const won = over.won ?? [];
	if (over['given-up']) return 'given-up';
	if (won.length === seats || mine.some((seat) => won.includes(seat))) return 'won';
	return won.length === 0 || mine.length > 0 ? 'lost' : 'over';
}
