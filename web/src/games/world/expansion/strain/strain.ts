// What everybody knows of the virulent strain.

import { strains } from '../../../../gen/world-more.json';
import { t } from '../../../../i18n/words.svelte.ts';
import type { Hint } from '../../../../table/hint.ts';
import type { MoveOption } from '../../../epidemic/model/offers.ts';
import type { Position } from '../../../epidemic/model/position.ts';
import type { PlayerSession } from '../../../epidemic/session.svelte.ts';
import { viewOf } from '../view.ts';

export interface StrainCard {
	id: string;
	/** It goes on acting; otherwise what it did is done. */
	inForce: boolean;
}

/** The cards that have come, in the order of the box. */
export function cardsOf(position: Position): StrainCard[] {
	const { 'strain-drawn': drawn = [], 'strain-force': force = [] } = viewOf(position);
	return strains
		.filter(({ id }) => drawn.some((card) => card === id))
		.map(({ id }) => ({ id, inForce: force.some((card) => card === id) }));
}

export const strainOf = (position: Position): string | undefined => viewOf(position).strain;

/** What stands out about a disease. */
export function diseaseWords(position: Position, disease: string): string | undefined {
	return disease === strainOf(position) ? t('web.strain.disease') : undefined;
}

const acts = (position: Position, card: string) => cardsOf(position).some((c) => c.id === card && c.inForce);

/** Whether pawns are held in a city. */
export function holds(position: Position, city: string): boolean {
	const strain = strainOf(position) ?? '';
	return acts(position, 'government-interference') && (position.cubes[city]?.[strain] ?? 0) > 0;
}

/** What the strain makes dearer. */
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
