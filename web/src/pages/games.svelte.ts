// The games that can be played here: those that the server offers and this client can show.

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
	/** A one-line description of the game. */
	hint: string;
	/** How many people can play, and who wins. */
	people: string;
	kind: string;
}

/** Returns the games to choose from, each with its name and a description; empty if there is only one. */
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

/** Returns the numbers of players that a game's default options allow, in ascending order. */
export function seatsOf(game: Game | undefined): string[] {
	const options = game?.options ?? [];
	const all = options.find((o) => o.name === 'players');
	if (!all) return ['2', '3', '4'];
	return valuesOf(all).filter((n) => settle(options, { players: n }).players === n);
}

/** Returns a game's default number of players. */
export function usualSeats(game: Game | undefined): string {
	return settle(game?.options ?? [], {}).players ?? '2';
}
