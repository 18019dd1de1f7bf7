// What the questions of every map game are about.

import type { Game, StepKind } from './game.ts';

const shared: Record<string, StepKind | undefined> = {
	discard: 'cards',
	'choose-card': 'cards',
	request: 'cards',
	order: 'order',
};

/** What a question is about: as its game says, or as in every map game. */
export function kindOf({ steps }: Pick<Game, 'steps'>, step: string): StepKind | undefined {
	return steps?.[step] ?? shared[step];
}
