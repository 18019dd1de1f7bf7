// One-line summaries, in our own words, of what cards and roles do. The full rules are in the rulebook.

import { has, text } from '../../../i18n/words.svelte.ts';
import { kindOf } from './pictures.ts';

const said = (key: string): string | undefined => (has(key) ? text(key) : undefined);

/** Returns in one line what an event does. */
export const effectOf = (event: string): string | undefined => said(`effect.${kindOf(event)}`);

/** Returns a text about the historical event that a card refers to, if any. */
export const historyOf = (card: string): string | undefined => said(`history.${card}`);

/** Returns in one line what a role can do. */
export const powerOf = (role: string): string | undefined => said(`power.${role}`);
