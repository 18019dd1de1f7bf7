// The text of how a game ended.

import { has, text } from '../../../words/words.svelte.ts';

/**
 * What is said of an end, by its rule; nothing where the catalogue has no text for it. Where a way to play gives it
 * another sense, as `ways` lists them, that text comes first: `end.cards.teams` before `end.cards`.
 */
export function endWords(rule: string, ways: readonly string[] = []): string | undefined {
	const key = `end.${rule.split('/').at(-1)}`;
	const found = [...ways.map((way) => `${key}.${way}`), key].find(has);
	return found && text(found);
}
