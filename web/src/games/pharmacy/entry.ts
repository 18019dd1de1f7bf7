// Where a table of the pharmacy game begins.

import type { Entry } from '../manifest.ts';

export { keyList as keys } from './interaction/keys.svelte.ts';
export const replay: Entry['replay'] = async (record) =>
	(await import('./replay/bundle.ts')).bundleOf(record);
export { default as Table } from './PharmacyTable.svelte';
