// Provides the texts about the end of a turn that two partners share.

import { t } from '../../../../i18n/words.svelte.ts';
import type { Ending } from '../../../epidemic/model/parts.ts';
import type { PlayerSession } from '../../../epidemic/session.svelte.ts';

/**
 * Returns the texts for the end of the acting player's part. The first partner leaves the remaining actions
 * to the second; after the second, both draw cards.
 */
export function endingOf(session: PlayerSession): Ending | undefined {
	const { teams } = session.live.record ?? {};
	if (!teams) return undefined;
	const seat = session.seat ?? -1;
	const team = teams[session.teamOf(seat) ?? -1];
	const next = team?.[team.indexOf(seat) + 1];
	return next === undefined
		? { label: t('web.end.turn'), hint: t('web.end.draws.each'), done: t('web.hint.end.team') }
		: {
				label: t('web.end.done'),
				hint: t('web.end.partner', { name: session.seatName(next) }),
				done: t('web.hint.end.partner', { name: session.seatName(next) }),
				goesOn: true,
			};
}
