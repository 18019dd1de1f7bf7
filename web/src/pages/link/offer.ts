// The texts of the link page: what a link offers, and what its button does.

import type { Offered, OfferedTable } from '../../gen/api.ts';
import { has, type Key, t, text } from '../../i18n/words.svelte.ts';

/** Returns the table's title, or the name of its host. */
function called({ title, host }: OfferedTable, of = true): string {
	if (title) return t('web.link.table.titled', { title });
	return host && of ? t('web.link.table.of', { host }) : t('web.link.table');
}

/** Returns what the link offers, and who offers it. */
export function heading({ kind, table, seat, free, yours }: Offered): string {
	if (kind === 'device' || !table) return t(yours ? 'web.link.device.yours' : 'web.link.device');
	if (kind === 'invite') {
		const { host } = table;
		if (!host) return t('web.link.invite', { table: called(table) });
		return t('web.link.invite.from', { host, table: called(table, false) });
	}
	const key: Key = yours ? 'web.link.seat.yours' : free ? 'web.link.seat' : 'web.link.seat.handed';
	return t(key, { n: (seat ?? 0) + 1, table: called(table) });
}

/** Returns the state of the offered table as text. */
export function standing(offered: Offered): string {
	const { table, yours } = offered;
	if (!table) return t(yours ? 'web.link.device.yours.text' : 'web.link.device.about');
	const kind = `web.link.game.${table.game}`;
	const game = has(kind) ? text(kind) : t('web.link.game');
	const { status, seats, taken } = table;
	if (late(offered)) return t(table.watch === 'nobody' ? 'web.link.shut' : 'web.link.watch', { game });
	if (status !== 'gathering') return t(`web.link.${status}`, { game });
	return t(taken < seats ? 'web.link.gathering' : 'web.link.full', { game, taken, seats });
}

/**
 * Reports whether the link leads to a seat. A seat's own link always does; an invitation does while a seat is
 * free.
 */
function seats({ kind, table, free, yours }: Offered): boolean {
	if (kind === 'device' || yours) return false;
	return kind === 'seat' || (table?.status === 'gathering' && free === true);
}

/**
 * Reports whether an invitation comes too late for a seat. Its reader then becomes a spectator, if the
 * table allows spectators.
 */
function late({ kind, table, yours }: Offered): boolean {
	return kind === 'invite' && table?.status === 'playing' && !yours;
}

/** Returns the text of the button. */
export function pressing(offered: Offered | null): string {
	if (offered?.kind === 'device') return t('web.link.device.use');
	if (offered && seats(offered)) return t('web.link.sit');
	return t(
		offered && late(offered) && offered.table?.watch !== 'nobody' ? 'web.tables.watch' : 'web.link.go',
	);
}
