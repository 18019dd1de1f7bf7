// What is publicly known about the virulent strain.

import { strains } from '../../../../gen/world-more.json';
import { t } from '../../../../i18n/words.svelte.ts';
import type { Hint } from '../../../../table/hint.ts';
import type { MoveOption } from '../../../epidemic/model/offers.ts';
import type { Position } from '../../../epidemic/model/position.ts';
import type { PlayerSession } from '../../../epidemic/session.svelte.ts';
import { viewOf } from '../view.ts';

interface StrainCard {
	id: string;
	/** Whether the card is still in force; otherwise its effect is over. */
	inForce: boolean;
}

/** Returns the cards of the strain that have been drawn, in the order of the game's data. */
export function cardsOf(position: Position): StrainCard[] {
	const { 'strain-drawn': drawn = [], 'strain-force': force = [] } = viewOf(position);
	return strains
		.filter(({ id }) => drawn.some((card) => card === id))
		.map(({ id }) => ({ id, inForce: force.some((card) => card === id) }));
}

export const strainOf = (position: Position): string | undefined => viewOf(position).strain;

/** Returns a text about what is special about a disease now. */
export function diseaseWords(position: Position, disease: string): string | undefined {
	return disease === strainOf(position) ? t('web.strain.disease') : undefined;
}

const acts = (position: Position, card: string) => cardsOf(position).some((c) => c.id === card && c.inForce);

/** Reports whether the strain keeps pawns from leaving a city. */
export function holds(position: Position, city: string): boolean {
	const strain = strainOf(position) ?? '';
	return acts(position, 'government-interference') && (position.cubes[city]?.[strain] ?? 0) > 0;
}

/** Returns a note on a move that the strain makes more expensive. */
export function note(position: Position, { word, disease }: MoveOption): string | undefined {
	if (disease === undefined || disease !== strainOf(position)) return undefined;
	if (word.startsWith('treat') && acts(position, 'resistant-to-treatment')) return t('web.strain.resistant');
	if (word.includes('cure') && acts(position, 'complex-molecular-structure')) return t('web.strain.complex');
	return undefined;
}

export function hints({ position }: PlayerSession): Hint[] {
	const named = position ? strainOf(position) !== undefined : false;
	return [{ id: 'strain', words: t('web.hint.strain'), now: named }];
}
