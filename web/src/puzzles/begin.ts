// Opens puzzles. For a first-time visitor, the server creates a guest first, without a form or a question.

import { ask } from '../api/ask.ts';
import { api } from '../api/client.ts';
import { arrive } from '../api/me.svelte.ts';
import { go } from '../router.svelte.ts';

/** Opens a puzzle that suits the player's rating, if possible one of the given kind. */
export async function solveNext(game: string, kind?: string): Promise<void> {
	await arrive();
	const puzzle = await ask(api.get('/api/puzzles/next', { query: { game, kind } }));
	await solveAgain(puzzle.id);
}

/** Opens a given puzzle, even one that the player has tried before. */
export async function solveAgain(id: string): Promise<void> {
	await arrive();
	const puzzle = await ask(api.post('/api/puzzles/{id}/begin', { path: { id } }));
	go(`/t/${puzzle.table}`);
}
