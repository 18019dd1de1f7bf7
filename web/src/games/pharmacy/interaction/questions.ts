// Puts the open question into one sentence, and finds its rule.

import { name, t, text } from '../../../i18n/words.svelte.ts';
import { cardOf } from '../cards.svelte.ts';
import type { Position } from '../position.ts';
import type { PlayerSession } from '../session.svelte.ts';

/** Returns the question to the acting seat as text. */
export function questionOf(session: PlayerSession, { travel, collects, step }: Position): string {
	const giver = session.seatName(travel?.giver ?? 0);
	if (step === 'turn' && session.offers.some((o) => o.word === 'risk')) return t('web.pharmacy.ask.risky');
	if (step === 'dare' && travel?.owner === session.seat) return t('web.pharmacy.ask.returned');
	if (step === 'answer' && cardOf(travel?.card ?? '')?.kind === 'injection')
		return t('web.pharmacy.ask.needle', { giver });
	const card = travel?.card ? name('card', travel.card) : '';
	return text(`web.pharmacy.ask.${step}`, { giver, card, pill: name('pill', collects) });
}

const rules: Record<string, string | undefined> = {
	turn: 'turn/action',
	answer: 'pay/price',
	dare: 'dare/dodge',
	inject: 'inject/choice',
	collect: 'card/guinea-pig/pills',
};

/** Returns the rule that explains the possible answers. */
export function ruleOf(session: PlayerSession, { step, travel, openRisk }: Position): string | undefined {
	if (step === 'dare' && travel?.owner === session.seat) return 'dare/owner';
	return rules[step] ?? (openRisk && cardOf(openRisk)?.rule);
}
