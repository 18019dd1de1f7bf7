// The tabs beside the table.

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

/** The tabs of a table. On one's own device there is nobody to talk to. */
export const tabsOf = (table: string): typeof all =>
	onDevice(table) ? all.filter(({ id }) => id !== 'chat') : all;
