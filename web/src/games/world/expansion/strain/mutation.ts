// The mutation: a fifth disease that no city has for its own.

import { mutations } from '../../../../gen/world-more.json';
import { t } from '../../../../i18n/words.svelte.ts';
import type { Hint } from '../../../../table/hint.ts';
import type { Pieces } from '../../../epidemic/board/standing.ts';
import type { Position } from '../../../epidemic/model/position.ts';
import type { PlayerSession } from '../../../epidemic/session.svelte.ts';

/** The disease, where the table plays with one. */
export function mutantOf({ box }: Pick<PlayerSession, 'box'>): string | undefined {
	const native = new Set([...box.cities.values()].map((c) => c.disease));
	return box.diseases.find((d) => !native.has(d.id))?.id;
}

/** How many of its cubes are on the board. */
export function cubesOf(position: Position, disease: string): number {
	return Object.values(position.cubes).reduce((sum, there) => sum + (there[disease] ?? 0), 0);
}

/** How many Mutation cards lie on the infection discard. */
export function discarded({ infectionDiscard }: Position): number {
	return infectionDiscard.filter((card) => mutations.includes(card)).length;
}

export function hints(session: PlayerSession): Hint[] {
	const plays = mutantOf(session) !== undefined;
	return [
		{ id: 'mutation', words: t('web.hint.mutation'), now: plays && (session.position?.turn ?? 0) <= 2 },
	];
}

/** What everybody should see come: cards of the strain and of the mutation. */
export const pieces: Pieces = {
	doing: ['sampled', 'samples-returned'],
	alarms: ['incident', 'strain-drawn', 'strain-named', 'cubes-lost'],
	of: () => undefined,
	after: (standing) => standing,
};
