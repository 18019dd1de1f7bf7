// What cards and roles do, in one line of our own words; the rules themselves are in the ledger.

import { has, text } from '../../../i18n/words.svelte.ts';
import { kindOf } from './pictures.ts';

const said = (key: string): string | undefined => (has(key) ? text(key) : undefined);

/** What an event does. */
export const effectOf = (event: string): string | undefined => said(`effect.${kindOf(event)}`);

/** What happened behind a card, where history knows it. */
export const historyOf = (card: string): string | undefined => said(`history.${card}`);

/** What a role can do. */
export const powerOf = (role: string): string | undefined => said(`power.${role}`);
