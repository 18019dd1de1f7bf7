// The names and order of the tabs next to the board.

import { onDevice } from '../../../api/device.ts';
import type { Key } from '../../../i18n/words.svelte.ts';
import type { IconName } from '../../../ui/icons.ts';
import { forecast } from '../art/icons.ts';

export type Tab = 'log' | 'chat' | 'risk' | 'discards';
/** What the sheet over the table can show. */
export type Opened = Tab | 'team' | 'places';

const all: readonly { id: Tab; icon: IconName; key: Key }[] = [
	{ id: 'log', icon: 'log', key: 'web.table.log' },
	{ id: 'chat', icon: 'chat', key: 'web.table.chat' },
	{ id: 'risk', icon: forecast, key: 'web.table.risk' },
	{ id: 'discards', icon: 'deck', key: 'web.table.discards' },
];

/** Returns the tabs of a table. A game on this device has no chat. */
export const tabsOf = (table: string): typeof all =>
	onDevice(table) ? all.filter(({ id }) => id !== 'chat') : all;
