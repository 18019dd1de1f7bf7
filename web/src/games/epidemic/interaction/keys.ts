// Every key of the table of a map game.

import { settings } from '../../../settings.svelte.ts';
import type { Deed, Key, KeyList } from '../../../table/keys.ts';
import type { Game } from '../model/game.ts';

/** What keys do beside the actions, in the order of the help. */
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

/** The keys of the actions of a game. */
export function actionKeys({ families }: Pick<Game, 'families'>): Key[] {
	return families.map((f) => ({ key: f.key, deed: f.id }));
}

/** The key to show beside what it does at every table; none where letters are no keys. */
export function capFor(deed: Deed): string | undefined {
	return settings.letters ? tableKeys.find((k) => k.deed === deed)?.key : undefined;
}

/** Every key at the tables of a game. */
export const keysOf = (game: Pick<Game, 'families'>): KeyList => ({
	actions: actionKeys(game),
	table: tableKeys,
});
