// Describes what a card does to the player who takes or keeps it.

import { t } from '../../../i18n/words.svelte.ts';
import { numbers } from '../box.ts';
import { cardOf } from '../cards.svelte.ts';
import type { PlayerSession } from '../session.svelte.ts';
import { careOf, diagnosisOf } from '../settings.ts';

interface Brings {
	words: string;
	/** Whether the sickness has reached the value at which intensive care begins. */
	care: boolean;
}

/** Returns what a card does to the acting seat's sickness, such as “+3 sickness: 8/12”. */
export function bringsOf(session: PlayerSession, card: string): Brings | undefined {
	const { kind, value = 0 } = cardOf(card) ?? {};
	const { sickness = 0, injections = 0 } = session.own ?? {};
	if (kind === 'injection') {
		const n = injections + 1;
		const care = n >= numbers.tooManyInjections;
		if (care) return { words: t('web.pharmacy.act.jab-care', { n }), care };
		const values = { n, of: numbers.tooManyInjections };
		return {
			words: sickness > 0 ? t('web.pharmacy.act.jab', values) : t('web.pharmacy.act.jab-idle', values),
			care,
		};
	}
	if (value === 0) return undefined;
	const from = careOf(session.live.record?.settings);
	const sum = sickness + value;
	if (sum >= from) return { words: t('web.pharmacy.act.care', { sum, care: from }), care: true };
	return { words: t('web.pharmacy.act.sicker', { n: value, sum, care: from }), care: false };
}

/** Returns the points that a correct diagnosis wins at this table. */
export const rewardOf = (session: PlayerSession): number => diagnosisOf(session.live.record?.settings);
