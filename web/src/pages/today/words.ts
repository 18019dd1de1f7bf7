// Provides the texts for results of daily deals, and for dates.

import type { DayResult, Figure } from '../../gen/api.ts';
import { date, t, text } from '../../i18n/words.svelte.ts';

/** Returns the figures of a game as texts. */
export function figures(list: Figure[] | null): string[] {
	return (list ?? []).map((f) => text(`figure.${f.name}`, { n: f.value }));
}

/** Returns whether a game was won, lost or given up, as text. */
export function outcome(result: Pick<DayResult, 'won' | 'givenUp'>): string {
	if (result.won) return t('web.today.won');
	return result.givenUp ? t('web.today.given-up') : t('web.today.lost');
}

/** Returns a result on one line, without naming any card that was drawn. */
export function told(result: DayResult): string {
	return [outcome(result), t('web.today.turns', { n: result.turns }), ...figures(result.figures)].join(' · ');
}

/** Formats a day. It formats the day's noon, which falls on that day in all relevant time zones. */
export function dayName(day: string): string {
	return date(`${day}T12:00:00Z`, { dateStyle: 'long', timeZone: 'UTC' });
}

/** Formats a time in the server's time zone. */
export function timeIn(at: string, zone: string): string {
	const options = { dateStyle: 'medium', timeStyle: 'short' } as const;
	try {
		return date(at, { ...options, timeZone: zone });
	} catch {
		return date(at, { ...options, timeZone: 'UTC' });
	}
}

/** Returns the day n days after another; n can be negative. */
export function dayAfter(day: string, n: number): string {
	const at = new Date(`${day}T12:00:00Z`);
	at.setUTCDate(at.getUTCDate() + n);
	return at.toISOString().slice(0, 10);
}
