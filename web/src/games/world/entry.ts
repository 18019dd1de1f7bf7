// The entry point for tables of the world game. It loads when the first of them is opened.

import { keysOf } from '../epidemic/interaction/keys.ts';
import type { GameModule } from '../manifest.ts';
import { game, gameOf } from './game.ts';

export { game } from './game.ts';
export const keys = keysOf(game);
/** Loads the replay and, if the game has an expansion, the expansion's code. */
export const replay: GameModule['replay'] = async (record) => {
	const bundle = import('../epidemic/replay/bundle.ts');
	const own = await gameOf(record.settings);
	return (await bundle).bundleOf(record, own);
};
/** Loads the sheet of a bot's seat, with the expansion's code if there is one. */
export const join: GameModule['join'] = async (record) => {
	const own = gameOf(record.settings);
	return (await import('../epidemic/join/index.ts')).sheetOf(await own);
};
export { default as Table } from './WorldTable.svelte';
