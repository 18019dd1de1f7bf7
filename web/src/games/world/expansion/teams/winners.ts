// Provides the text about which team won.

import { teamName } from '../../../../i18n/teams.ts';
import { t } from '../../../../i18n/words.svelte.ts';
import type { PlayerSession } from '../../../epidemic/session.svelte.ts';

/** Returns the text about which team won; undefined in games without teams. */
export function winners(
	{ live, teamOf }: Pick<PlayerSession, 'live' | 'teamOf'>,
	won: readonly number[],
): string | undefined {
	const [team, ...more] = new Set(won.map(teamOf));
	if (team === undefined) return undefined;
	if (more.length > 0) return t('web.result.team.shared');
	const mine = live.record?.you.team === team;
	return mine ? t('web.result.team.yours') : t('web.result.team.won', { team: teamName(team) });
}
