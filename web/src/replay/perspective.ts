// Whose view of a finished game is shown. The server sends only what that perspective could see.

import { ask } from '../api/ask.ts';
import { api, type Question } from '../api/client.ts';
import type { Replay } from '../gen/api.ts';

/** The view of all seats together, of one seat, or of a spectator. */
export type Perspective = NonNullable<NonNullable<Question<'get', '/api/tables/{id}/replay'>['query']>['as']>;

/** Reads the perspective from the address's parameter; the default is to see everything. */
export function perspectiveOf(as: string | undefined): Perspective {
	return as === 'none' || (as !== undefined && /^[0-5]$/.test(as)) ? (as as Perspective) : 'all';
}

/** Fetches a finished game from a perspective. */
export function readAs(id: string, perspective: Perspective): Promise<Replay> {
	return ask(api.get('/api/tables/{id}/replay', { path: { id }, query: { as: perspective } }));
}
