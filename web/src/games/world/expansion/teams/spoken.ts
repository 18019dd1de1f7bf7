// Describes for screen readers what a city otherwise shows only as a drawing: a team's station.

import { signName } from '../../../../i18n/teams.ts';
import { t } from '../../../../i18n/words.svelte.ts';
import type { Position } from '../../../epidemic/model/position.ts';
import { basesOf } from './teams.ts';

/** Returns whose team station is in a city; undefined if there is none. */
export function baseWords(position: Position, city: string): string | undefined {
	const team = basesOf(position).indexOf(city);
	return team < 0 ? undefined : t('web.teams.base', { name: signName(team) });
}
