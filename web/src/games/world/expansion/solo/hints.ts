// What somebody who plays alone should know.

import { t } from '../../../../words/words.svelte.ts';
import type { Desk } from '../../../epidemic/desk.svelte.ts';
import type { Hint } from '../../../epidemic/game.ts';

export function hints({ position }: Desk): Hint[] {
	const alone = (position?.spare.length ?? 0) > 0;
	return [{ id: 'centre', words: t('web.hint.centre'), now: alone }];
}
