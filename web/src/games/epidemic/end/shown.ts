// What a picture of the result of a map game says.

import { has, t, text } from '../../../i18n/words.svelte.ts';
import type { Result } from '../../../share/result.ts';
import type { PlayerSession } from '../session.svelte.ts';

export function resultShown(
	{ box, live }: PlayerSession,
	turns: number,
	cures: number,
	outbreaks: number,
): Result {
	const level = `option.epidemics.${live.record?.settings.epidemics}`;
	return {
		level: has(level) ? (text(level).split(/\s*: /)[1] ?? '') : '',
		figures: [
			t('web.today.turns', { n: turns }),
			t('web.sharing.cures', { n: cures, all: box.diseases.length }),
			text('figure.outbreaks', { n: outbreaks }),
		],
	};
}
