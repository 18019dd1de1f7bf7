// Hints for newcomers to the game with teams.

import { t } from '../../../../i18n/words.svelte.ts';
import type { Hint } from '../../../../table/hint.ts';
import type { PlayerSession } from '../../../epidemic/session.svelte.ts';
import { ownTeam } from './teams.ts';

export function hints(session: PlayerSession): Hint[] {
	const team = ownTeam(session);
	if (team === undefined) return [];
	const acts = session.asked && session.step === 'action';
	return [
		{ id: 'team-prestige', words: t('web.hint.team-prestige'), now: acts },
		{ id: 'team-actions', words: t('web.hint.team-actions'), now: acts },
	];
}
