// The entry point for tables of the Iberia game. It loads when the first of them is opened.

import { keysOf } from '../epidemic/interaction/keys.ts';
import type { GameModule } from '../manifest.ts';
import { game } from './game.ts';

export { game } from './game.ts';
export const keys = keysOf(game);
export const replay: GameModule['replay'] = async (record) =>
	(await import('../epidemic/replay/bundle.ts')).bundleOf(record, game);
export const join: GameModule['join'] = async () => (await import('../epidemic/join/index.ts')).sheetOf(game);
export { default as Table } from './IberiaTable.svelte';
