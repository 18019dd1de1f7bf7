// Every key of the table of the pharmacy game, and whether their list is open.

import { settings } from '../../../settings.svelte.ts';
import type { Deed, KeyList } from '../../../table/keys.ts';

export const keyList: KeyList = {
	actions: [
		{ key: 'K', deed: 'keep' },
		{ key: 'O', deed: 'open' },
	],
	table: [
		{ key: 'U', deed: 'undo' },
		{ key: 'H', deed: 'hand' },
		{ key: 'L', deed: 'log' },
		{ key: '?', deed: 'help' },
		{ key: 'Escape', deed: 'back' },
	],
};

/** The key to show beside what it does; none where letters are no keys. */
export function capFor(deed: Deed): string | undefined {
	const all = [...keyList.actions, ...keyList.table];
	return settings.letters ? all.find((k) => k.deed === deed)?.key : undefined;
}

class Keys {
	/** Their list is open. */
	help = $state(false);
}

export const keys = new Keys();
