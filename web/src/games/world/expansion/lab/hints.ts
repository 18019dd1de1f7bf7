// What somebody new to the laboratory should know, when it matters.

import type { Hint } from '../../../../table/hint.ts';
import { t } from '../../../../words/words.svelte.ts';
import type { PlayerSession } from '../../../epidemic/desk.svelte.ts';
import { viewOf } from '../view.ts';

export function hints(desk: PlayerSession): Hint[] {
	if (!desk.position || !viewOf(desk.position).research) return [];
	const can = (word: string) => desk.asked && desk.offers.some((o) => o.word === word);
	return [
		{ id: 'lab', words: t('web.hint.lab'), now: desk.asked && desk.step === 'action' },
		{ id: 'lab-sample', words: t('web.hint.lab.sample'), now: can('treat'), does: true },
		{ id: 'lab-line', words: t('web.hint.lab.line'), now: can('characterise'), does: true },
	];
}
