// The kinds of news that a person can switch off. Notices that a table waits for an answer have no such switch.

import type { NoticeKinds } from '../../../gen/api.ts';

type Off = NonNullable<NoticeKinds['off']>;
export type Kind = Off[number];

export const kinds: readonly Kind[] = ['begun', 'rematch', 'named'];

/** Returns the kinds that are off, after a kind was switched on or off. */
export function without(off: readonly Kind[], kind: Kind, on: boolean): Kind[] {
	return kinds.filter((each) => (each === kind ? !on : off.includes(each)));
}
