// From whose perspective one looks at a game that is over: the server shows what it
// could see, and nothing else.

import { ask } from '../api/ask.ts';
import { api, type Question } from '../api/client.ts';
import type { Replay } from '../gen/api.ts';

/** Those of all seats together, of one, or a spectator's. */
export type Perspective = NonNullable<NonNullable<Question<'get', '/api/tables/{id}/replay'>['query']>['as']>;

/** Reads the perspective that an address names; without one, everything is shown. */
export function perspectiveOf(as: string | undefined): Perspective {
	return as === 'none' || (as !== undefined && /^[0-5]$/.test(as)) ? (as as Perspective) : 'all';
}

/** Reads a game as seen from a perspective. */
export function readAs(id: string, perspective: Perspective): Promise<Replay> {
	return ask(api.get('/api/tables/{id}/replay', { path: { id }, query: { as: perspective } }));
}
