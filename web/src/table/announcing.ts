// Turns the newest log lines into one text that a screen reader announces.

import type { GamePresenter } from '../games/presenter.ts';
import type { Step } from '../gen/api.ts';
import { t } from '../i18n/words.svelte.ts';
import { sentence } from './sentences.ts';
import { after, logTurns } from './turns.ts';

/**
 * The largest number of lines that an announcement reads out; of further ones, it gives only the number.
 */
const most = 12;

/** Returns the log lines after an entry as one text, without unimportant lines such as passes. */
export function announcement(steps: readonly Step[], after_: number, presenter: GamePresenter): string {
	const lines = after(logTurns(recent(steps, after_), presenter), after_)
		.filter((entry) => entry.tone !== 'quiet')
		.map((entry) => sentence(entry, presenter))
		.filter(Boolean);
	if (lines.length <= most) return lines.join(' ');
	return [...lines.slice(-most), t('web.say.more', { n: lines.length - most })].join(' ');
}

/**
 * Returns the entries that the announcement needs. A line that continues an older one is announced only
 * with its new part.
 */
function recent(steps: readonly Step[], n: number): Step[] {
	// An undo counts moves from the beginning of the game, and a refusal refers to an earlier proposal. If
	// there is either, the announcement needs the whole log.
	const news = steps.filter((step) => step.n > n);
	return news.some(({ kind }) => kind === 'undo' || kind === 'refuse') ? [...steps] : news;
}
