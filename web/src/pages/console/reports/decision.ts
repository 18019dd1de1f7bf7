// A decision that is being made: what, for how long, and what the person reads in their own language. The
// server tells what is decided and why. The moderator adds words, by default a quote of the reported line.
// Neither names who reported it.

import { date, type Lang } from '../../../i18n/words.svelte.ts';
import { say } from '../texts.svelte.ts';

/** What a decision can be, in the order of their keys. */
export const measures = ['none', 'warn', 'mute', 'no-public', 'suspend', 'rename', 'remove'] as const;
export type Measure = (typeof measures)[number];

/** What a report or a decision is about. */
export const reasons = ['hurtful', 'spam', 'cheating', 'stopped', 'name', 'title', 'other'] as const;
export type Reason = (typeof reasons)[number];

/** For how long a decision can be. With `open` it lasts until a moderator lifts it. */
export const spans = ['1h', '1d', '3d', '7d', '30d', 'open'] as const;
export type Span = (typeof spans)[number];

const hours: Record<Exclude<Span, 'open'>, number> = { '1h': 1, '1d': 24, '3d': 72, '7d': 168, '30d': 720 };

/** Reports whether a measure lasts for some time, and not only for a moment. */
export const lasts = (what: Measure): boolean =>
	what === 'mute' || what === 'no-public' || what === 'suspend';

/** Reports whether the person reads about a measure. If nothing was found, the person learns nothing. */
export const isTold = (what: Measure): boolean => what !== 'none';

/** Returns when a decision ends, as the server wants it. A measure of a moment has no end. */
export function endOf(what: Measure, span: Span, now: number): { until?: string; open?: true } {
	if (!lasts(what)) return {};
	if (span === 'open') return { open: true };
	return { until: new Date(now + hours[span] * 3_600_000).toISOString() };
}

/** Returns the reason that most of these reports give; the first of them if several do. */
export function commonReason(kinds: readonly string[]): Reason {
	const known = reasons.filter((reason) => kinds.includes(reason));
	const count = (reason: Reason) => kinds.filter((kind) => kind === reason).length;
	return known.sort((a, b) => count(b) - count(a))[0] ?? 'other';
}

/** The most characters of the words, which are one line. */
export const longestWords = 500;
/** The most characters of a line that the words quote. */
const longest = 120;

/** Returns a line as it is quoted: on one line, and shortened if it is long. */
export function quoteOf(line: string): string {
	const flat = [...line.replace(/\s+/g, ' ').trim()];
	return flat.length > longest ? `${flat.slice(0, longest).join('').trimEnd()}…` : flat.join('');
}

/** Returns the words that a moderator adds, unless they change them: the reported line, if there is one. */
export function wordsFor(line: string | undefined, language: Lang): string {
	return line ? say('web.console.words.quote', { line: quoteOf(line) }, language) : '';
}

/** How an end is shown to the moderator. The person reads it in their own time zone, which the server does not know. */
const end = {
	day: 'numeric',
	month: 'long',
	year: 'numeric',
	hour: 'numeric',
	minute: '2-digit',
	timeZoneName: 'short',
} as const;

/** Returns what the person reads before the words: what is decided, why, and until when. */
export function usualFor(what: Measure, reason: Reason, span: Span, language: Lang, now: number): string {
	if (!isTold(what)) return '';
	const { until, open } = endOf(what, span, now);
	return [
		say(`decision.${what}`, {}, language),
		say(`decision.because.${reason}`, {}, language),
		until ? say('decision.until', { until: date(until, end, language) }, language) : '',
		open ? say('decision.open', {}, language) : '',
	]
		.filter(Boolean)
		.join(' ');
}

/** Returns the measure for a key, if it is one of the digits. */
export function measureOf(key: string): Measure | undefined {
	return measures[Number(key) - 1];
}
