// Where a table of the world game begins.

import { keysOf } from '../epidemic/interaction/keys.ts';
import type { Entry } from '../manifest.ts';
import { game, gameOf } from './game.ts';

export { game } from './game.ts';
export const keys = keysOf(game);
/** One that was played with an expansion waits for it. */
export const replay: Entry['replay'] = async (record) => {
	const bundle = import('../epidemic/replay/bundle.ts');
	const own = await gameOf(record.settings);
	return (await bundle).bundleOf(record, own);
};
export { default as Table } from './WorldTable.svelte';
