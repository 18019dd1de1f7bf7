import { expect, it } from 'vitest';
import { channelOf } from './channels.ts';

it.each([
	['what is said to the table', undefined, 1, 'table'],
	['what my team says', 1, 1, 'team'],
	['what the first team says to itself', 0, 0, 'team'],
	['what rivals say', 0, 1, 'table'],
	['what a team says where I am of none', 0, undefined, 'table'],
	['what is said where there are no teams', undefined, undefined, 'table'],
] as const)('%s', (_, team, mine, channel) => {
	expect(channelOf({ team }, mine)).toBe(channel);
});
