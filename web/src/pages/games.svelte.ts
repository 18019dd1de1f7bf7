// The games that can be played here: those that the server lists and this page can show.

import { ask } from '../api/ask.ts';
import { Reading } from '../api/reading.svelte.ts';
import { games } from '../games/games.ts';
import { listGames } from '../gen/api';
import { text } from '../words/words.svelte.ts';

export const gameList = new Reading(async () =>
	((await ask(listGames())) ?? []).filter((g) => games[g.name]),
);

/** The games to pick from, each with its name and a line about it; none where there is nothing to pick. */
export function picks(): { value: string; label: string; hint: string }[] {
	const list = gameList.value ?? [];
	if (list.length < 2) return [];
	return list.map(({ name }) => ({
		value: name,
		label: text(`game.${name}`),
		hint: text(`game.${name}.line`),
	}));
}
