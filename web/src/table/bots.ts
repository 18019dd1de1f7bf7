// Functions for seats that a bot plays, either as its own or in place of a person.

import type { Question, Seat, Table } from '../gen/api.ts';
import { personName } from '../i18n/people.ts';
import { has, name, t, text } from '../i18n/words.svelte.ts';

/** Reports whether the seat has neither a person nor a bot. */
export function isFree(seat: Seat | undefined): boolean {
	return !seat?.holder && !seat?.bot;
}

/**
 * Returns the seat that the table is waiting for, if its person is not `here`. The host can then give the
 * seat to a bot, and the others can propose it. The guide of a lesson never counts: it moves when the learner
 * has read its text.
 */
export function awaitedOf(
	record: Pick<Table, 'lesson' | 'seats'> | null,
	question: Question | undefined,
	mine: readonly number[],
	here: readonly number[],
): Seat | undefined {
	if (!record || mine.length === 0 || record.lesson) return undefined;
	return [...(question?.all ?? []), ...(question?.any ?? [])]
		.map((n) => record.seats?.[n])
		.find((s) => s && !s.bot && !s.standin && !mine.includes(s.seat) && !here.includes(s.seat));
}

/** Returns the level of the bot that plays the seat now; undefined if no bot does. */
export function levelOf(seat: Seat | undefined): string | undefined {
	return seat?.standin?.level ?? seat?.bot?.level;
}

/** Returns the name of a bot level in the reader's language. */
export function levelName(level: string): string {
	const key = `web.bot.level.${level}`;
	return has(key) ? text(key) : level;
}

/** Returns the level that a new bot gets by default. */
export function usualLevel(levels: readonly string[] = []): string {
	return levels.find((level) => level === 'steady') ?? levels[0] ?? '';
}

/** Returns the role of a seat; undefined in games without roles. */
export function roleOf(
	view: Readonly<Record<string, unknown>> | undefined,
	seat: number,
): string | undefined {
	return (view?.['seats-at-table'] as { role?: string }[] | undefined)?.[seat]?.role;
}

/**
 * Returns the name of a seat's player: the holder's name or guest number, or the role of a bot. A bot that
 * has no role yet has the name of its level. If one guest holds several seats, each has the name of its
 * seat, and so have bots in games without roles. `role` is the seat's role: empty before it has one,
 * undefined in games without roles.
 */
export function playerName(seats: readonly Seat[] | null | undefined, seat: number, role?: string): string {
	const of = seats?.[seat];
	const holder = of?.holder;
	const alone = holder?.id && seats?.filter((other) => other.holder?.id === holder.id).length === 1;
	if (holder && (holder.name || alone)) return personName(holder);
	if (of?.bot && role) return name('role', role);
	if (of?.bot && role === '') return botName(of.bot.level);
	return t(of?.bot ? 'web.bot.name' : 'web.seat', { n: seat + 1 });
}

/** Returns the name of a bot that does not have a role yet. */
export function botName(level: string): string {
	return t('web.bot.unnamed', { level: levelName(level) });
}

/** Returns a short label for a seat that a bot plays; empty for a person's seat. */
export function botWords(seat: Seat | undefined): string {
	const level = levelOf(seat);
	if (level === undefined) return seat?.holder?.bot ? t('web.team.bot') : '';
	return t(seat?.standin ? 'web.bot.for' : 'web.bot.level', { level: levelName(level) });
}
