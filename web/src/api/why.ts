// Asks the server why a move is not allowed; the answer names the rule.

import type { Lack } from '../gen/api.ts';
import { ask } from './ask.ts';
import { api } from './client.ts';

interface Why {
	allowed: boolean;
	/** The first rule that forbids the move. */
	rule?: string;
	/** What is missing for the move, as a short reason. */
	lack?: Lack;
	/** Legal moves that lead to the same aim. */
	route?: string[] | null;
}

/** Asks why a move of one of the player's own seats is not allowed. */
export function why(table: string, seat: number, move: string): Promise<Why> {
	return ask(api.get('/api/tables/{id}/why', { path: { id: table }, query: { seat, move } }));
}
