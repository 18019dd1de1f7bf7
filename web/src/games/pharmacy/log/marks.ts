// What facts name, for the lines of the log.

import { type LogFact, said } from '../../../table/entry.ts';
import { marked } from '../../../table/sentences.ts';
import { colours, type Pills, pillsOf } from '../box.ts';
import { cardOf } from '../cards.svelte.ts';
import { cardNamed } from './named.ts';

/** A card, so that it stands out in the log if it has a name of its own. */
export function cardMarked(id: string): string {
	const shown = cardNamed(id);
	return cardOf(id)?.kind === 'injection' ? shown : marked('thing', id, shown);
}

/** The pills that a fact is about. */
export function pillsIn(fact: LogFact | undefined): Pills {
	const one = said(fact, 'pill');
	if (one) return pillsOf({ [one]: 1 });
	return pillsOf(Object.fromEntries(colours.map((colour) => [colour, Number(said(fact, colour))])));
}
