// What lies beside the table: the papers that one reads while playing.

import type { IconName } from '../../look/icons.ts';
import type { Key } from '../../words/words.svelte.ts';

export type Paper = 'points' | 'log' | 'chat' | 'cards';

export const papers: readonly { id: Paper; icon: IconName; key: Key }[] = [
	{ id: 'points', icon: 'chart', key: 'web.pharmacy.paper.points' },
	{ id: 'log', icon: 'log', key: 'web.table.log' },
	{ id: 'chat', icon: 'chat', key: 'web.table.chat' },
	{ id: 'cards', icon: 'deck', key: 'web.pharmacy.paper.cards' },
];
