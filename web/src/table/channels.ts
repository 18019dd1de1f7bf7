// The two chat channels of a table with teams: one for everyone, and one for the player's team.

import type { Said } from '../gen/api.ts';

export type Channel = 'table' | 'team';

/**
 * Returns the channel in which a member of team `mine` reads a message. If rivals may read the teams' chat,
 * another team's messages appear in the channel for everyone.
 */
export function channelOf(said: Pick<Said, 'team'>, mine: number | undefined): Channel {
	return said.team !== undefined && said.team === mine ? 'team' : 'table';
}
