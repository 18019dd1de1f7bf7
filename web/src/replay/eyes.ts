// Through whose eyes one looks at a game that is over: the house shows what they
// could see, and nothing else.

import { ask } from '../api/ask.ts';
import { type Replay, type ReplayAtData, replay } from '../gen/api';

/** Those of all seats together, of one, or a spectator's. */
export type Eyes = NonNullable<NonNullable<ReplayAtData['query']>['as']>;

/** Reads the eyes that an address names; who asks for none of them sees everything. */
export function eyesOf(as: string | undefined): Eyes {
	return as === 'none' || (as !== undefined && /^[0-5]$/.test(as)) ? (as as Eyes) : 'all';
}

/** Reads a game as some eyes saw it. */
export function readAs(id: string, eyes: Eyes): Promise<Replay> {
	return ask(replay({ path: { id }, query: { as: eyes } }));
}
