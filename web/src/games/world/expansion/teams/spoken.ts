// What of a city is only drawn, for those who hear the board.

import { signName } from '../../../../i18n/teams.ts';
import { t } from '../../../../i18n/words.svelte.ts';
import type { Position } from '../../../epidemic/model/position.ts';
import { basesOf } from './teams.ts';

/** Whose team station stands in a city; nothing where none does. */
export function baseWords(position: Position, city: string): string | undefined {
	const team = basesOf(position).indexOf(city);
	return team < 0 ? undefined : t('web.teams.base', { name: signName(team) });
}
