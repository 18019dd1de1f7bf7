// The note under a move in the laboratory: a warning if growing the cubes in a dish would lose the game.

import { list, name, t } from '../../../../i18n/words.svelte.ts';
import type { MoveOption } from '../../../epidemic/model/offers.ts';
import type { Position } from '../../../epidemic/model/position.ts';
import { short } from './bench.ts';
import { type Lab, labOf } from './lab.ts';

/** Returns a text about why a move would lose the game; undefined if it would not. */
export function doom(lab: Lab, position: Position, offer: MoveOption): string | undefined {
	const missing = short(lab, position, offer);
	if (missing.length === 0) return undefined;
	return t('web.lab.doom', { diseases: list(missing.map((d) => name('disease', d))) });
}

export function note(position: Position, offer: MoveOption): string | undefined {
	const lab = offer.word === 'grow' ? labOf(position) : null;
	return lab ? doom(lab, position, offer) : undefined;
}
