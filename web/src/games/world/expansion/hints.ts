// Hints for newcomers to the expansions, collected from each expansion.

import type { Hint } from '../../../table/hint.ts';
import type { PlayerSession } from '../../epidemic/session.svelte.ts';
import { hints as lab } from './lab/hints.ts';
import { hints as solo } from './solo/hints.ts';
import { hints as mutation } from './strain/mutation.ts';
import { hints as strain } from './strain/strain.ts';
import { hints as teams } from './teams/hints.ts';

const parts: ((session: PlayerSession) => Hint[])[] = [lab, solo, strain, mutation, teams];

export function hints(session: PlayerSession): Hint[] {
	return parts.flatMap((part) => part(session));
}
