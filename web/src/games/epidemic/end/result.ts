// The result of a game in a few words, for players to share.

import { t } from '../../../i18n/words.svelte.ts';
import type { PlayerSession } from '../session.svelte.ts';

export function resultOf(session: PlayerSession, outcome: string): string {
	const { position: p, box } = session;
	const of = (n: number, all: number) => t('web.result.of', { n, all });
	return t('web.result.share.text', {
		title: session.live.record?.title || t('web.name'),
		outcome,
		turns: p?.turn ?? 0,
		cures: of(p?.cured.length ?? 0, box.diseases.length),
		outbreaks: of(p?.outbreaks ?? 0, box.numbers.outbreaks),
		epidemics: of(p?.epidemics ?? 0, Number(session.live.record?.settings.epidemics ?? 0)),
	});
}
