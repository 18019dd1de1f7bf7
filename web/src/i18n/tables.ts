// How tables are spoken of, wherever they are listed.

import type { Clock, TableSummary } from '../gen/api.ts';
import { personName } from './people.ts';
import { t } from './words.svelte.ts';

/** A table's title, or whose it is. */
export function tableName(table: Pick<TableSummary, 'title' | 'host'>): string {
	if (table.title) return table.title;
	return table.host ? t('web.tables.unnamed', { name: personName(table.host) }) : t('web.tables.nobody');
}

/** Who may watch, to choose from. */
export function watchChoices() {
	const kinds = ['hidden', 'delayed', 'open', 'nobody'] as const;
	return kinds.map((value) => ({ value, label: t(`web.new.watch.${value}`) }));
}

/** How much time people have. */
export function clockWords(clock: Clock): string {
	const seconds = clock.seconds ?? (clock.kind === 'live' ? 120 : 259_200);
	if (clock.kind === 'live') {
		if (seconds % 60 === 0) return t('web.tables.live', { n: seconds / 60 });
		return t('web.tables.live.seconds', { n: seconds });
	}
	if (seconds % 86_400 === 0) return t('web.tables.slow.days', { n: seconds / 86_400 });
	return t('web.tables.slow.hours', { n: Math.round(seconds / 3600) });
}
