// How long a seat is kept for a person, and what follows from that. Times are in milliseconds.

import type { Keep, Question, Seat } from '../../gen/api.ts';

/** How long the server keeps a seat, and how long those who play have to refuse. */
export const keptFor = 60_000;
export const askedFor = 15_000;

/**
 * Returns how long those who play still have to refuse, by the server's own times, since this device's clock
 * may differ from the server's. `kept` is as it was when the server answered.
 */
export function askedLeft({ until, asked }: Pick<Keep, 'until' | 'asked'>): number {
	if (!asked) return 0;
	const since = Date.parse(until) - keptFor - Date.parse(asked);
	return Math.max(0, askedFor - Math.max(0, since));
}

/** Returns the seconds left, rounded up. */
export const seconds = (left: number): number => Math.max(0, Math.ceil(left / 1000));

/** The seconds left at which the countdown is announced. */
const spoken = [60, 20, 5];

/** Returns the announced seconds that a countdown has just passed; undefined if it has passed none. */
export function announced(before: number, now: number): number | undefined {
	return spoken.find((at) => now <= at && before > at);
}

/**
 * Reports whether a seat is still kept. A record names the last person, even if the minute is over.
 * Then the server sends no news.
 */
export const isKept = ({ kept }: Seat, now: number): boolean =>
	kept !== undefined && Date.parse(kept.until) > now;

/** Returns the seat of a bot that this person could take instead of another one; undefined if there is none. */
export function another(
	seats: readonly Seat[],
	not: number | null,
	me: string,
	now: number,
): number | undefined {
	return seats.find(
		(s) => s.seat !== not && s.bot && !s.holder && (!isKept(s, now) || s.kept?.person.id === me),
	)?.seat;
}

/** Reports whether the open question waits for a seat. */
export function owes(question: Question | undefined, seat: number | null): boolean {
	if (seat === null) return false;
	return [...(question?.all ?? []), ...(question?.any ?? [])].includes(seat);
}

/**
 * Returns what happened to a seat between two records: a person took it from a bot, or gave it to one;
 * undefined for everything else.
 */
export function changeOf(before: Seat | undefined, now: Seat): 'took' | 'gave' | undefined {
	if (before?.bot && !now.bot && now.holder) return 'took';
	return before?.holder && !now.holder && now.bot ? 'gave' : undefined;
}
