// How a turn ends that a team shares.

import { t } from '../../../../i18n/words.svelte.ts';
import type { Ending } from '../../../epidemic/model/parts.ts';
import type { PlayerSession } from '../../../epidemic/session.svelte.ts';

/** Whoever acts first leaves the rest to the partner; after the last of the team, everyone in it draws. */
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
