// The options of a game on this device, and the player's last choices. The lists of options are part of the
// client, so no request is needed.

import { games } from '../games/games.ts';
import type { Game } from '../gen/api.ts';
import list from '../gen/games.json';
import { settle, valuesOf } from '../pages/new/options.ts';
import { usualLevel } from '../table/bots.ts';
import { playable } from './keep.ts';
import type { Beginning } from './table.ts';

/** The games that can be played on this device, in the order of the landing page. */
export const known: readonly Game[] = Object.keys(games).flatMap((name) =>
	(list as Game[]).filter((game) => game.name === name && playable.includes(name)),
);

/** The value of `others` if the person plays every seat. */
export const alone = 'alone';

interface Chosen {
	game: string;
	/** The chosen options, by game. */
	settings: Record<string, Record<string, string> | undefined>;
	/** The level of the bots on the other seats, or `alone`. */
	others: string;
	pace: Beginning['pace'];
}

const place = 'theriac.device';

/** Returns the choices for the last game on this device. */
export function remembered(): Chosen {
	const first: Chosen = { game: known[0]?.name ?? '', settings: {}, others: '', pace: 'normal' };
	try {
		const kept: Partial<Chosen> = JSON.parse(localStorage.getItem(place) ?? '{}');
		const chosen = { ...first, ...kept, settings: { ...kept.settings } };
		return known.some(({ name }) => name === chosen.game) ? chosen : { ...chosen, game: first.game };
	} catch {
		return first;
	}
}

export function remember(chosen: Chosen): void {
	try {
		localStorage.setItem(place, JSON.stringify(chosen));
	} catch {
		// If storage is unavailable, the next game begins with the defaults.
	}
}

/** The options that a player can choose on this device. All others have the default of the rules. */
const asked = ['players', 'epidemics'];

/** The options of an easy first game with bots. */
const easy: Record<string, string> = { players: '4', epidemics: '4' };

/**
 * Returns the options that the player of a game can choose, each with its allowed values and its current
 * one.
 */
export function optionsOf({ name, options }: Game, { settings }: Chosen) {
	const all = options ?? [];
	const values = settle(all, { ...easy, ...settings[name] });
	return all
		.filter((option) => asked.includes(option.name))
		.map((option) => ({
			name: option.name,
			value: values[option.name] ?? '',
			values: valuesOf(option).filter((v) => settle(all, { ...values, [option.name]: v })[option.name] === v),
		}));
}

/** Returns the set-up of a new game, given the player's choices. */
export function beginningOf(game: Game, chosen: Chosen): Omit<Beginning, 'person'> {
	const settings = Object.fromEntries(optionsOf(game, chosen).map(({ name, value }) => [name, value]));
	const seats = Number(settings.players ?? 1);
	const level = levelOf(game, chosen);
	const bots = Array.from({ length: seats }, (_, seat) => (seat === 0 || level === alone ? '' : level));
	return { game: game.name, settings, bots, pace: chosen.pace };
}

/** Returns the level of the bots on the other seats, or `alone`. */
export function levelOf({ botLevels }: Game, { others }: Chosen): string {
	return others === alone || botLevels?.includes(others) ? others : usualLevel(botLevels ?? []);
}
