// The entry point for tables of the pharmacy game. It loads when the first of them is opened.

import type { GameModule } from '../manifest.ts';

export { keyList as keys } from './interaction/keys.svelte.ts';
export const replay: GameModule['replay'] = async (record) =>
	(await import('./replay/bundle.ts')).bundleOf(record);
export { default as Table } from './PharmacyTable.svelte';
