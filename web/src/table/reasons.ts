// Turns the reasons that bots give for their moves into texts.

import type { Reason } from '../gen/api.ts';
import { has, name, text } from '../i18n/words.svelte.ts';
import type { FoldedLine } from './folded.ts';

/**
 * Returns a reason as text; undefined if this client has none for it. The text's placeholders are named
 * after the kinds of the reason's arguments, such as `city`, `city2` or `seat`.
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

/**
 * Returns the newest reason if the given seat gave it. Older ones are not shown, since a player reads one
 * at a time.
 */
export function lastReason(reasons: readonly Reason[], seat: number): Reason | undefined {
	const last = reasons.at(-1);
	return last?.seat === seat ? last : undefined;
}

/** Returns the reasons that bots gave for the moves of a log line. */
export function reasonsOf(reasons: readonly Reason[], { n, last, seats }: FoldedLine): Reason[] {
	return reasons.filter((r) => r.entry >= n && r.entry <= last && seats.includes(r.seat));
}
