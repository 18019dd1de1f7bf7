// The shortcuts at a pharmacy table, and whether their list is open.

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

/** Returns the shortcut to show for a command; undefined if the player has switched letters off. */
export function capFor(deed: Deed): string | undefined {
	const all = [...keyList.actions, ...keyList.table];
	return settings.letters ? all.find((k) => k.deed === deed)?.key : undefined;
}

class Keys {
	/** Whether the list of shortcuts is open. */
	help = $state(false);
}

export const keys = new Keys();
