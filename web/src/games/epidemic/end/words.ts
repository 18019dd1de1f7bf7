// Provides the texts that say how a game ended.

import { has, name, t, text } from '../../../i18n/words.svelte.ts';
import type { PlayerSession } from '../session.svelte.ts';
import { shortOf } from './deeds.ts';

/**
 * Returns the text for an ending, given the rule that ended the game; undefined if the catalogue has none.
 * `ways` lists the game's variants, whose own texts have priority: `end.cards.teams` before `end.cards`.
 */
export function endWords(rule: string, ways: readonly string[] = []): string | undefined {
	const key = `end.${rule.split('/').at(-1)}`;
	const found = [...ways.map((way) => `${key}.${way}`), key].find(has);
	return found && text(found);
}

/** Returns why a game ended, as text for its players. It names what ran out. */
export function causeOf({ box, position, live, game }: PlayerSession, rule: string): string | undefined {
	const disease = rule.endsWith('/cubes') ? shortOf(box, position, live.steps) : undefined;
	return disease ? t('web.result.cubes', { disease: name('disease', disease) }) : endWords(rule, game.ways);
}
