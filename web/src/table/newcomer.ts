// Whether somebody has finished a game yet.

import { ask } from '../api/ask.ts';
import { api } from '../api/client.ts';
import { recall } from '../api/me.svelte.ts';
import type { TableSummary } from '../gen/api.ts';
import { learn, settings } from '../settings.svelte.ts';

/** What was learned by somebody who has finished a game: there are no cards for them. */
export const played = (game: string) => `played-${game}`;

/** The tables of whoever is here; nobody is asked for those of a visitor who is nobody yet. */
async function ownTables(): Promise<TableSummary[] | undefined> {
	return (await recall())
		? ((await ask(api.get('/api/tables', { query: { list: 'mine' } }))).tables ?? [])
		: undefined;
}

/** What the server said, by game and table. */
const asked = new Map<string, Promise<boolean>>();

/**
 * Asks whether this person is new to a game; at a `table`, the server is asked once. Where nobody answers they are not.
 * Lessons and puzzles are no games.
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
