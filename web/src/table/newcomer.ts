// Finds out whether a person is new to a game, having never finished one. Only newcomers see the cards that
// explain the game.

import { ask } from '../api/ask.ts';
import { api } from '../api/client.ts';
import { recall } from '../api/me.svelte.ts';
import type { TableSummary } from '../gen/api.ts';
import { learn, settings } from '../settings.svelte.ts';

/**
 * Returns the id under which the settings record that the person has finished a game, so that the cards for
 * newcomers are not shown any more.
 */
export const played = (game: string) => `played-${game}`;

/** Fetches the tables of this browser's person. A visitor without a person has none. */
async function ownTables(): Promise<TableSummary[] | undefined> {
	return (await recall())
		? ((await ask(api.get('/api/tables', { query: { list: 'mine' } }))).tables ?? [])
		: undefined;
}

/** The server's answers by game and table. Each is requested only once. */
const asked = new Map<string, Promise<boolean>>();

/**
 * Reports whether this person has never finished a game of this kind. It asks the server once per `table`.
 * If there is no answer, the person does not count as new. Lessons and puzzles do not count as games.
 */
export function isNew(game: string, table = ''): Promise<boolean> {
	if (settings.learned.includes(played(game))) return Promise.resolve(false);
	const key = `${game} ${table}`;
	const known =
		(table && asked.get(key)) ||
		ownTables().then(
			(tables) => {
				const over = tables?.some(
					(t) => t.game === game && t.status === 'finished' && !t.lesson && !t.puzzle,
				);
				if (over) learn(played(game));
				return tables !== undefined && !over;
			},
			() => false,
		);
	asked.set(key, known);
	return known;
}
