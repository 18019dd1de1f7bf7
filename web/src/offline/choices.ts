// What somebody chose for a game on this device, and what can be chosen: the lists of options are part of the client, so
// that nobody has to be asked.

import { games } from '../games/games.ts';
import type { Game } from '../gen/api.ts';
import list from '../gen/games.json';
import { settle, valuesOf } from '../pages/new/options.ts';
import { usualLevel } from '../table/bots.ts';
import { playable } from './keep.ts';
import type { Beginning } from './table.ts';

/** The games of this device, in the order of the first page. */
export const known: readonly Game[] = Object.keys(games).flatMap((name) =>
	(list as Game[]).filter((game) => game.name === name && playable.includes(name)),
);

/** All seats are the person's. */
export const alone = 'alone';

export interface Chosen {
	game: string;
	/** Options, by game. */
	settings: Record<string, Record<string, string> | undefined>;
	/** The level of the bots, or `alone`. */
	others: string;
	pace: Beginning['pace'];
}

const place = 'theriac.device';

/** What was chosen the last time. */
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
		// The next game then begins with the defaults.
	}
}

/** The options that are asked for here; everything else is as the rules have it. */
const asked = ['players', 'epidemics'];

/** An easy beginning, with company. */
const easy: Record<string, string> = { players: '4', epidemics: '4' };

/** The options of a game that can be chosen, with the values that may stand, and the one that does. */
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

/** How a game begins that was chosen so. */
export function beginningOf(game: Game, chosen: Chosen): Omit<Beginning, 'person'> {
	const settings = Object.fromEntries(optionsOf(game, chosen).map(({ name, value }) => [name, value]));
	const seats = Number(settings.players ?? 1);
	const level = levelOf(game, chosen);
	const bots = Array.from({ length: seats }, (_, seat) => (seat === 0 || level === alone ? '' : level));
	return { game: game.name, settings, bots, pace: chosen.pace };
}

/** Who plays the other seats. */
export function levelOf({ botLevels }: Game, { others }: Chosen): string {
	return others === alone || botLevels?.includes(others) ? others : usualLevel(botLevels ?? []);
}
