// The names and order of the tabs next to the round table.

import { onDevice } from '../../api/device.ts';
import type { Key } from '../../i18n/words.svelte.ts';
import type { IconName } from '../../ui/icons.ts';

export type Tab = 'points' | 'log' | 'chat' | 'cards';

const all: readonly { id: Tab; icon: IconName; key: Key }[] = [
	{ id: 'points', icon: 'chart', key: 'web.pharmacy.paper.points' },
	{ id: 'log', icon: 'log', key: 'web.table.log' },
	{ id: 'chat', icon: 'chat', key: 'web.table.chat' },
	{ id: 'cards', icon: 'deck', key: 'web.pharmacy.paper.cards' },
];

/** Returns the tabs of a table. A game on this device has no chat. */
export const tabsOf = (table: string): typeof all =>
	onDevice(table) ? all.filter(({ id }) => id !== 'chat') : all;
