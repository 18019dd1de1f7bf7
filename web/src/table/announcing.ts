// What a screen reader says of the news: what happened, in one breath.

import type { GamePresenter } from '../games/presenter.ts';
import type { Step } from '../gen/api.ts';
import { t } from '../i18n/words.svelte.ts';
import { sentence } from './sentences.ts';
import { after, logTurns } from './turns.ts';

/** More lines than this at once are only counted. */
const most = 12;

/**
 * The news in words: the lines that came after an entry of the log. Lines that
 * nobody needs to hear, such as passes, are left out.
 */
export function announcement(steps: readonly Step[], after_: number, presenter: GamePresenter): string {
	const lines = after(logTurns(recent(steps, after_), presenter), after_)
		.filter((entry) => entry.tone !== 'quiet')
		.map((entry) => sentence(entry, presenter))
		.filter(Boolean);
	if (lines.length <= most) return lines.join(' ');
	return [...lines.slice(-most), t('web.say.more', { n: lines.length - most })].join(' ');
}

/** Only what is new: a line that goes on where an older one stopped is told from there. */
function recent(steps: readonly Step[], n: number): Step[] {
	// An undo counts moves from the beginning, a refusal is of what was asked, and both are rare: the whole log is read.
	const news = steps.filter((step) => step.n > n);
	return news.some(({ kind }) => kind === 'undo' || kind === 'refuse') ? [...steps] : news;
}
