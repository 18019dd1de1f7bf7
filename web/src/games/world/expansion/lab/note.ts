// What is said under a move of the laboratory before it is made: that growing would
// lose the game.

import { list, name, t } from '../../../../i18n/words.svelte.ts';
import type { MoveOption } from '../../../epidemic/model/offers.ts';
import type { Position } from '../../../epidemic/model/position.ts';
import { type Lab, labOf } from './lab.ts';
import { short } from './ways.ts';

/** Why a move would lose the game, in words. */
export function doom(lab: Lab, position: Position, offer: MoveOption): string | undefined {
	const missing = short(lab, position, offer);
	if (missing.length === 0) return undefined;
	return t('web.lab.doom', { diseases: list(missing.map((d) => name('disease', d))) });
}

export function note(position: Position, offer: MoveOption): string | undefined {
	const lab = offer.word === 'grow' ? labOf(position) : null;
	return lab ? doom(lab, position, offer) : undefined;
}
