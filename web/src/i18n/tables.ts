// Texts about tables that several pages share.

import type { Clock, TableSummary } from '../gen/api.ts';
import { personName } from './people.ts';
import { t } from './words.svelte.ts';

/** Returns a table's title, or the name of its host. */
export function tableName(table: Pick<TableSummary, 'title' | 'host'>): string {
	if (table.title) return table.title;
	return table.host ? t('web.tables.unnamed', { name: personName(table.host) }) : t('web.tables.nobody');
}

/** Returns the choices of the option about who may watch a table. */
export function watchChoices() {
	const kinds = ['hidden', 'delayed', 'open', 'nobody'] as const;
	return kinds.map((value) => ({ value, label: t(`web.new.watch.${value}`) }));
}

/** Returns a text about how much time players have. */
export function clockWords(clock: Clock): string {
	const seconds = clock.seconds ?? (clock.kind === 'live' ? 120 : 259_200);
	if (clock.kind === 'live') {
		if (seconds % 60 === 0) return t('web.tables.live', { n: seconds / 60 });
		return t('web.tables.live.seconds', { n: seconds });
	}
	if (seconds % 86_400 === 0) return t('web.tables.slow.days', { n: seconds / 86_400 });
	return t('web.tables.slow.hours', { n: Math.round(seconds / 3600) });
}
