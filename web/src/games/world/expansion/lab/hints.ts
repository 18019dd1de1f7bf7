// Hints for newcomers to the laboratory.

import { t } from '../../../../i18n/words.svelte.ts';
import type { Hint } from '../../../../table/hint.ts';
import type { PlayerSession } from '../../../epidemic/session.svelte.ts';
import { viewOf } from '../view.ts';

export function hints(session: PlayerSession): Hint[] {
	if (!session.position || !viewOf(session.position).research) return [];
	const can = (word: string) => session.asked && session.offers.some((o) => o.word === word);
	return [
		{ id: 'lab', words: t('web.hint.lab'), now: session.asked && session.step === 'action' },
		{ id: 'lab-sample', words: t('web.hint.lab.sample'), now: can('treat'), does: true },
		{ id: 'lab-line', words: t('web.hint.lab.line'), now: can('characterise'), does: true },
	];
}
