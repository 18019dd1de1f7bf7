// Bonus cards, which lie among the events of a hand and are played otherwise.

import { box } from '../../../../gen/world-more.json';
import { t } from '../../../../i18n/words.svelte.ts';

const cards: Record<string, { set: string; class?: string; kept?: number } | undefined> = box.eventCards;

/** When a bonus is played, and what it brings whoever keeps it; nothing of other cards. */
export function bonusWords(card: string): string | undefined {
	const { class: kind, kept = 0 } = cards[card] ?? {};
	return kind === 'bonus' ? t('web.teams.bonus', { n: kept }) : undefined;
}
