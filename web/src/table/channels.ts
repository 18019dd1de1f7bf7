// The two channels of a table with teams: what everybody reads, and what a team says among itself.

import type { Said } from '../gen/api.ts';

export type Channel = 'table' | 'team';

/**
 * The channel that a line is read in by somebody of a team, or of none. What another team says, where the table lets
 * rivals listen, is read beside what everybody says: only one's own team ever has the other channel.
 */
export function channelOf(said: Pick<Said, 'team'>, mine: number | undefined): Channel {
	return said.team !== undefined && said.team === mine ? 'team' : 'table';
}
