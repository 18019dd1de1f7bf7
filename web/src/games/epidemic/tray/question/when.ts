// Describes at which point of the turn an event could be played.

import { has, t, text } from '../../../../i18n/words.svelte.ts';
import type { PlayerSession } from '../../session.svelte.ts';

export function whenOf({ position }: PlayerSession): string {
	const moment = position?.questions.at(-1)?.moment;
	const key = `web.window.${moment && moment !== 'open' ? moment : position?.stage}`;
	return has(key) ? text(key) : t('web.window.before');
}
