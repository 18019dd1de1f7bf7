// Hints for newcomers to the Iberia game.

import { t } from '../../i18n/words.svelte.ts';
import type { Hint } from '../../table/hint.ts';
import type { PlayerSession } from '../epidemic/session.svelte.ts';

export function hints(session: PlayerSession): Hint[] {
	const acts = session.asked && session.step === 'action';
	const can = (word: string) => acts && session.offers.some((o) => o.word === word);
	return [
		{ id: 'rail', words: t('web.hint.rail'), now: can('rail'), does: true },
		{ id: 'water', words: t('web.hint.water'), now: can('purify'), does: true },
		{ id: 'hospital', words: t('web.hint.hospital'), now: can('build-hospital'), does: true },
	];
}
