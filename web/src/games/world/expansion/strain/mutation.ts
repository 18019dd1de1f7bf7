// Functions for the mutation, a fifth disease that belongs to no city.

import { mutations } from '../../../../gen/world-more.json';
import { t } from '../../../../i18n/words.svelte.ts';
import type { Hint } from '../../../../table/hint.ts';
import type { Pieces } from '../../../epidemic/board/standing.ts';
import type { Position } from '../../../epidemic/model/position.ts';
import type { PlayerSession } from '../../../epidemic/session.svelte.ts';

/** Returns the mutant disease, if the table plays with it. */
export function mutantOf({ box }: Pick<PlayerSession, 'box'>): string | undefined {
	const native = new Set([...box.cities.values()].map((c) => c.disease));
	return box.diseases.find((d) => !native.has(d.id))?.id;
}

/** Returns how many cubes of a disease are on the board. */
export function cubesOf(position: Position, disease: string): number {
	return Object.values(position.cubes).reduce((sum, there) => sum + (there[disease] ?? 0), 0);
}

/** Returns how many Mutation cards are in the infection discard pile. */
export function discarded({ infectionDiscard }: Position): number {
	return infectionDiscard.filter((card) => mutations.includes(card)).length;
}

export function hints(session: PlayerSession): Hint[] {
	const plays = mutantOf(session) !== undefined;
	return [
		{ id: 'mutation', words: t('web.hint.mutation'), now: plays && (session.position?.turn ?? 0) <= 2 },
	];
}

/** The facts that are announced to all players: cards of the strain and of the mutation. */
export const pieces: Pieces = {
	doing: ['sampled', 'samples-returned'],
	alarms: ['incident', 'strain-drawn', 'strain-named', 'cubes-lost'],
	of: () => undefined,
	after: (standing) => standing,
};
