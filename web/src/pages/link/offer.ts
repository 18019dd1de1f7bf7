// What a link offers, in words, and what pressing its button will do.

import type { Offered, OfferedTable } from '../../gen/api.ts';
import { has, type Key, t, text } from '../../i18n/words.svelte.ts';

/** What the table is called: by its title, or as its host's. */
function called({ title, host }: OfferedTable, of = true): string {
	if (title) return t('web.link.table.titled', { title });
	return host && of ? t('web.link.table.of', { host }) : t('web.link.table');
}

/** What the link offers, and who offers it. */
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

/** How things stand there. */
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

/** Whether whoever opens it gets a seat by it: a seat's own link gives it, an invitation while there is one to take. */
export function seats({ kind, table, free, yours }: Offered): boolean {
	if (kind === 'device' || yours) return false;
	return kind === 'seat' || (table?.status === 'gathering' && free === true);
}

/** Whether an invitation comes too late for a seat: then one looks on, where that is allowed. */
function late({ kind, table, yours }: Offered): boolean {
	return kind === 'invite' && table?.status === 'playing' && !yours;
}

/** What the button says. */
export function pressing(offered: Offered | null): string {
	if (offered?.kind === 'device') return t('web.link.device.use');
	if (offered && seats(offered)) return t('web.link.sit');
	return t(
		offered && late(offered) && offered.table?.watch !== 'nobody' ? 'web.tables.watch' : 'web.link.go',
	);
}
