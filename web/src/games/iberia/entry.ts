// Where a table of the Iberia game begins.

import { keysOf } from '../epidemic/interaction/keys.ts';
import type { Entry } from '../manifest.ts';
import { game } from './game.ts';

export { game } from './game.ts';
export const keys = keysOf(game);
export const replay: Entry['replay'] = async (record) =>
	(await import('../epidemic/replay/bundle.ts')).bundleOf(record, game);
export { default as Table } from './IberiaTable.svelte';
