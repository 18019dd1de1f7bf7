// Describes how cures win the game at a table with an expansion; undefined if it is as in the base game.

import { t } from '../../../i18n/words.svelte.ts';
import type { PlayerSession } from '../../epidemic/session.svelte.ts';
import { mutantOf } from './strain/mutation.ts';

export function winWords(session: PlayerSession): string | undefined {
	if (session.live.record?.teams) return t('web.teams.win');
	return mutantOf(session) && t('web.mutation.win.cures');
}
