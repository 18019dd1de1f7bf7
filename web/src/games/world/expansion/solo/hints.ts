// Hints for newcomers to the solo game.

import { t } from '../../../../i18n/words.svelte.ts';
import type { Hint } from '../../../../table/hint.ts';
import type { PlayerSession } from '../../../epidemic/session.svelte.ts';

export function hints({ position }: PlayerSession): Hint[] {
	const alone = (position?.spare.length ?? 0) > 0;
	return [{ id: 'centre', words: t('web.hint.centre'), now: alone }];
}
