// The ways to a puzzle. Whoever presses becomes somebody first, which takes no form and no question.

import { ask } from '../api/ask.ts';
import { api } from '../api/client.ts';
import { arrive } from '../api/me.svelte.ts';
import { go } from '../router.svelte.ts';

/** Opens a puzzle of a game that fits this person; of one kind, where it is named. */
export async function solveNext(game: string, kind?: string): Promise<void> {
	await arrive();
	const puzzle = await ask(api.get('/api/puzzles/next', { query: { game, kind } }));
	await solveAgain(puzzle.id);
}

/** Opens a puzzle, also one that was tried before. */
export async function solveAgain(id: string): Promise<void> {
	await arrive();
	const puzzle = await ask(api.post('/api/puzzles/{id}/begin', { path: { id } }));
	go(`/t/${puzzle.table}`);
}
