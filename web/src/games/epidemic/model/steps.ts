// Maps each question that all map games share to its kind.

import type { Game, StepKind } from './game.ts';

const shared: Record<string, StepKind | undefined> = {
	discard: 'cards',
	'choose-card': 'cards',
	request: 'cards',
	order: 'order',
};

/** Returns the kind of a question: as its game defines it, otherwise as in all map games. */
export function kindOf({ steps }: Pick<Game, 'steps'>, step: string): StepKind | undefined {
	return steps?.[step] ?? shared[step];
}
