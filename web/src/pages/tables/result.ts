// Provides the texts for the state of a table and for the result of a game, which may depend on the reader.

import type { TableSummary } from '../../gen/api.ts';
import { t } from '../../i18n/words.svelte.ts';
import type { IconName } from '../../ui/icons.ts';

interface Result {
	words: string;
	tone?: 'good' | 'danger';
	icon?: IconName;
}

/** Returns the result of a finished table. In a competitive game it depends on the reader. */
export function resultOf({ outcome, seats, mine }: Pick<TableSummary, 'outcome' | 'seats' | 'mine'>): Result {
	if (!outcome?.cause) return { words: t('web.tables.given-up') };
	const won = outcome.won ?? [];
	if (won.length === 0) return { words: t('web.tables.lost'), tone: 'danger', icon: 'cross' };
	const own = mine ?? [];
	const all = won.length === seats;
	// Players who hold all seats have beaten only themselves, and a spectator did not play. For them, the
	// best score is the result.
	if (!all && (own.length === 0 || own.length === seats)) {
		const best = Math.max(...won.map((seat) => outcome.points?.[seat] ?? 0));
		return { words: t('web.tables.best', { n: best }) };
	}
	if (all || own.some((seat) => won.includes(seat)))
		return { words: t('web.tables.won'), tone: 'good', icon: 'check' };
	const place = Math.min(...own.map((seat) => outcome.ranks?.[seat] ?? seats));
	return { words: t('web.tables.place', { n: place }) };
}

/** Returns the state of a table that is not finished. */
export function standing({ status, taken, seats }: Pick<TableSummary, 'status' | 'taken' | 'seats'>): string {
	if (status === 'closed') return t('web.tables.closed');
	if (status === 'taken-down') return t('web.tables.taken-down');
	if (status === 'gathering') return t(taken === seats ? 'web.tables.ready' : 'web.tables.waiting');
	return t('web.tables.running');
}
