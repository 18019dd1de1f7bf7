// The texts of bonus cards. Players hold them like event cards, but play them differently.

import { box } from '../../../../gen/world-more.json';
import { t } from '../../../../i18n/words.svelte.ts';

const cards: Record<string, { set: string; class?: string; kept?: number } | undefined> = box.eventCards;

/** Returns when a bonus card is played and what its holder gains; undefined for other cards. */
export function bonusWords(card: string): string | undefined {
	const { class: kind, kept = 0 } = cards[card] ?? {};
	return kind === 'bonus' ? t('web.teams.bonus', { n: kept }) : undefined;
}
