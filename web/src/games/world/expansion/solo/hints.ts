// What somebody who plays alone should know.

import type { Hint } from '../../../../table/hint.ts';
import { t } from '../../../../words/words.svelte.ts';
import type { PlayerSession } from '../../../epidemic/session.svelte.ts';

export function hints({ position }: PlayerSession): Hint[] {
	const alone = (position?.spare.length ?? 0) > 0;
	return [{ id: 'centre', words: t('web.hint.centre'), now: alone }];
}
