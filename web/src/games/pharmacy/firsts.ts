// The cards that explain the pharmacy game to new players. Each appears when its event first happens.

import { t } from '../../i18n/words.svelte.ts';
import { type Hint, lately } from '../../table/hint.ts';
import { numbers } from './box.ts';
import type { PlayerSession } from './session.svelte.ts';

export type Source = Pick<PlayerSession, 'asked' | 'step' | 'offers'> & {
	live: Pick<PlayerSession['live'], 'steps'>;
};

export function firsts({ asked, step, offers, live }: Source): Hint[] {
	const at = asked ? step : '';
	const can = (word: string) => at !== '' && offers.some((o) => o.word === word);
	const all: Hint[] = [
		{
			id: 'first-answer',
			words: t('web.first.answer'),
			now: at === 'answer',
			rule: 'pay/price',
		},
		// This hint is about other players' risk cards; another hint appears if the player's own card comes back.
		{ id: 'first-dare', words: t('web.first.dare'), now: can('dodge'), rule: 'dare/dodge' },
		{
			id: 'first-care',
			words: t('web.first.care', { points: numbers.carePoints }),
			now: lately(live.steps).has('intensive-care'),
			rule: 'round/care',
		},
		{ id: 'first-risk', words: t('web.first.risk'), now: can('risk'), rule: 'risk/send' },
	];
	return all.map((hint) => ({ ...hint, card: true, does: true }));
}
