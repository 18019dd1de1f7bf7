// Marks the names in facts, so that log lines can emphasise them.

import { type LogFact, said } from '../../../table/folded.ts';
import { marked } from '../../../table/sentences.ts';
import { colours, type Pills, pillsOf } from '../box.ts';
import { cardOf } from '../cards.svelte.ts';
import { cardNamed } from './named.ts';

/**
 * Returns a card's name, marked so that the log emphasises it. The common name of injections is not marked.
 */
export function cardMarked(id: string): string {
	const shown = cardNamed(id);
	return cardOf(id)?.kind === 'injection' ? shown : marked('thing', id, shown);
}

/** Returns the pills that a fact names. */
export function pillsIn(fact: LogFact | undefined): Pills {
	const one = said(fact, 'pill');
	if (one) return pillsOf({ [one]: 1 });
	return pillsOf(Object.fromEntries(colours.map((colour) => [colour, Number(said(fact, colour))])));
}
