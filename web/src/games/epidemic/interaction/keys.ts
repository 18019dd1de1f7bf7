// The shortcuts at the table of a map game.

import { settings } from '../../../settings.svelte.ts';
import type { Deed, Key, KeyList } from '../../../table/keys.ts';
import type { Game } from '../model/game.ts';

/** The shortcuts that are not for actions, in the order in which the help lists them. */
export const tableKeys: readonly Key[] = [
	{ key: 'E', deed: 'end' },
	{ key: 'U', deed: 'undo' },
	{ key: 'P', deed: 'plan' },
	{ key: 'A', deed: 'advice' },
	{ key: 'H', deed: 'hand' },
	{ key: 'M', deed: 'map' },
	{ key: 'L', deed: 'log' },
	{ key: '?', deed: 'help' },
	{ key: 'Escape', deed: 'back' },
];

/** Returns the shortcuts of a game's actions. */
export function actionKeys({ families }: Pick<Game, 'families'>): Key[] {
	return families.map((f) => ({ key: f.key, deed: f.id }));
}

/**
 * Returns the shortcut to show for a command that all games have; undefined if the player has switched
 * letters off.
 */
export function capFor(deed: Deed): string | undefined {
	return settings.letters ? tableKeys.find((k) => k.deed === deed)?.key : undefined;
}

/** Returns all shortcuts at the tables of a game. */
export const keysOf = (game: Pick<Game, 'families'>): KeyList => ({
	actions: actionKeys(game),
	table: tableKeys,
});
