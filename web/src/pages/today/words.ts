// What is said of results and days.

import type { DayResult, Figure } from '../../gen/api.ts';
import { date, t, text } from '../../i18n/words.svelte.ts';

/** The figures of a game in words. */
export function figures(list: Figure[] | null): string[] {
	return (list ?? []).map((f) => text(`figure.${f.name}`, { n: f.value }));
}

/** Won, lost or given up. */
export function outcome(result: Pick<DayResult, 'won' | 'givenUp'>): string {
	if (result.won) return t('web.today.won');
	return result.givenUp ? t('web.today.given-up') : t('web.today.lost');
}

/** A result on one line, without anything about cards that were drawn. */
export function told(result: DayResult): string {
	return [outcome(result), t('web.today.turns', { n: result.turns }), ...figures(result.figures)].join(' · ');
}

/** A day as people write it. Its noon is on that day in every zone that matters here. */
export function dayName(day: string): string {
	return date(`${day}T12:00:00Z`, { dateStyle: 'long', timeZone: 'UTC' });
}

/** A moment in the server's zone. */
export function moment(at: string, zone: string): string {
	const options = { dateStyle: 'medium', timeStyle: 'short' } as const;
	try {
		return date(at, { ...options, timeZone: zone });
	} catch {
		return date(at, { ...options, timeZone: 'UTC' });
	}
}

/** The day before or after another. */
export function dayAfter(day: string, n: number): string {
	const at = new Date(`${day}T12:00:00Z`);
	at.setUTCDate(at.getUTCDate() + n);
	return at.toISOString().slice(0, 10);
}
