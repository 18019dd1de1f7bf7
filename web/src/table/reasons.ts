// Why bots moved, in words.

import type { Reason } from '../gen/api.ts';
import { has, name, text } from '../i18n/words.svelte.ts';
import type { Entry } from './entry.ts';

/**
 * A reason in words; undefined where this client has no text for it. Its arguments are named by their kind, as in
 * the terminal: `city`, `city2`, `seat`; figures stay figures.
 */
export function reasonWords(
	{ key, args }: Pick<Reason, 'key' | 'args'>,
	seatName: (seat: number) => string,
): string | undefined {
	if (!key || !has(key)) return undefined;
	const values: Record<string, string | number> = {};
	for (const pair of args ?? []) {
		const [named = '', value = ''] = pair ?? [];
		const kind = named.replace(/\d+$/, '');
		const n = value === '' ? Number.NaN : Number(value);
		if (Number.isNaN(n)) values[named] = name(kind, value);
		else values[named] = kind === 'seat' ? seatName(n) : n;
	}
	return text(key, values);
}

/** The newest reason, where it is a seat's: one at a time is enough to read. */
export function lastReason(reasons: readonly Reason[], seat: number): Reason | undefined {
	const last = reasons.at(-1);
	return last?.seat === seat ? last : undefined;
}

/** The reasons that belong to a line of the log: of the moves it tells, by the seats whose doing it was. */
export function reasonsOf(reasons: readonly Reason[], { n, last, seats }: Entry): Reason[] {
	return reasons.filter((r) => r.entry >= n && r.entry <= last && seats.includes(r.seat));
}
