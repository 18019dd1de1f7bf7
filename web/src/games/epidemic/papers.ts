// What lies beside the board: the papers that one reads while playing.

import type { IconName } from '../../look/icons.ts';
import type { Key } from '../../words/words.svelte.ts';
import { forecast } from './icons.ts';

export type Paper = 'log' | 'chat' | 'risk' | 'discards';
/** What can be opened over the table. */
export type Opened = Paper | 'team' | 'places';

export const papers: readonly { id: Paper; icon: IconName; key: Key }[] = [
	{ id: 'log', icon: 'log', key: 'web.table.log' },
	{ id: 'chat', icon: 'chat', key: 'web.table.chat' },
	{ id: 'risk', icon: forecast, key: 'web.table.risk' },
	{ id: 'discards', icon: 'deck', key: 'web.table.discards' },
];
