// The text of how a game ended.

import { has, name, t, text } from '../../../i18n/words.svelte.ts';
import type { PlayerSession } from '../session.svelte.ts';
import { shortOf } from './deeds.ts';

/**
 * What is said of an end, by its rule; nothing where the catalogue has no text for it. Where a way to play gives it
 * another sense, as `ways` lists them, that text comes first: `end.cards.teams` before `end.cards`.
 */
export function endWords(rule: string, ways: readonly string[] = []): string | undefined {
	const key = `end.${rule.split('/').at(-1)}`;
	const found = [...ways.map((way) => `${key}.${way}`), key].find(has);
	return found && text(found);
}

/** Why a game ended, to those who played it: what ran out goes by its name. */
export function causeOf({ box, position, live, game }: PlayerSession, rule: string): string | undefined {
	const disease = rule.endsWith('/cubes') ? shortOf(box, position, live.steps) : undefined;
	return disease ? t('web.result.cubes', { disease: name('disease', disease) }) : endWords(rule, game.ways);
}
