// Why a move is not allowed: the server names the rule.

import type { Lack } from '../gen/api.ts';
import { ask } from './ask.ts';
import { api } from './client.ts';

export interface Why {
	allowed: boolean;
	/** The first rule that forbids it. */
	rule?: string;
	/** The same in a few words. */
	lack?: Lack;
	/** Moves that lead where it would. */
	route?: string[] | null;
}

/** Asks about one move of a seat of one's own. */
export function why(table: string, seat: number, move: string): Promise<Why> {
	return ask(api.get('/api/tables/{id}/why', { path: { id: table }, query: { seat, move } }));
}
