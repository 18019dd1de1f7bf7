// The games that can be played here: those that the server lists and this page can show.

import { ask } from '../api/ask.ts';
import { api } from '../api/client.ts';
import { Reading } from '../api/reading.svelte.ts';
import { games } from '../games/games.ts';
import type { Game } from '../gen/api.ts';
import { t, text } from '../i18n/words.svelte.ts';
import { settle, valuesOf } from './new/options.ts';

export const gameList = new Reading(async () =>
	((await ask(api.get('/api/games'))) ?? []).filter((g) => games[g.name]),
);

export interface Pick {
	value: string;
	label: string;
	/** A line about it. */
	hint: string;
	/** How many play it, and who wins. */
	people: string;
	kind: string;
}

/** The games to pick from, each with its name and what to know of it; none where there is nothing to pick. */
export function picks(): Pick[] {
	const list = gameList.value ?? [];
	if (list.length < 2) return [];
	return list.map((game) => ({
		value: game.name,
		label: text(`game.${game.name}`),
		hint: text(`game.${game.name}.line`),
		people: people(game),
		kind: text(`web.landing.kind.${game.name}`),
	}));
}

function people(game: Game): string {
	const all = game.options?.find((o) => o.name === 'players');
	return all ? t('web.landing.people', { from: all.min ?? 1, to: all.max ?? 1 }) : '';
}

/** How many can play a game as it is when nothing else is chosen, the fewest first. */
export function seatsOf(game: Game | undefined): string[] {
	const options = game?.options ?? [];
	const all = options.find((o) => o.name === 'players');
	if (!all) return ['2', '3', '4'];
	return valuesOf(all).filter((n) => settle(options, { players: n }).players === n);
}

/** How many play it where nobody says. */
export function usualSeats(game: Game | undefined): string {
	return settle(game?.options ?? [], {}).players ?? '2';
}
