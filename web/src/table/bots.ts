// Seats that bots play: a seat's own bot, or one that stands in for the person who holds it.

import type { Question, Seat, Table } from '../gen/api.ts';
import { personName } from '../i18n/people.ts';
import { has, name, t, text } from '../i18n/words.svelte.ts';

/** Whether neither a person nor a bot has the seat. */
export function isFree(seat: Seat | undefined): boolean {
	return !seat?.holder && !seat?.bot;
}

/**
 * The seat of somebody who holds the table up, for whom its host may let a bot play on: one that is asked and is not
 * `here`. The guide of a lesson moves when it is read, and never holds anything up.
 */
export function awaitedOf(
	record: Pick<Table, 'lesson' | 'seats' | 'you'> | null,
	question: Question | undefined,
	mine: readonly number[],
	here: readonly number[],
): Seat | undefined {
	if (!record?.you.host || mine.length === 0 || record.lesson) return undefined;
	return [...(question?.all ?? []), ...(question?.any ?? [])]
		.map((n) => record.seats?.[n])
		.find((s) => s?.holder && !s.standin && !mine.includes(s.seat) && !here.includes(s.seat));
}

/** The level of the bot that plays the seat now; undefined where a person does, or nobody. */
export function levelOf(seat: Seat | undefined): string | undefined {
	return seat?.standin?.level ?? seat?.bot?.level;
}

/** A level in words. */
export function levelName(level: string): string {
	const key = `web.bot.level.${level}`;
	return has(key) ? text(key) : level;
}

/** The level that a bot gets where nobody chooses one. */
export function usualLevel(levels: readonly string[] = []): string {
	return levels.find((level) => level === 'steady') ?? levels[0] ?? '';
}

/** The role of a seat, as a game with roles tells it. */
export function roleOf(
	view: Readonly<Record<string, unknown>> | undefined,
	seat: number,
): string | undefined {
	return (view?.['seats-at-table'] as { role?: string }[] | undefined)?.[seat]?.role;
}

/**
 * What the player of a seat is called: the holder's name, a guest's number; a bot by its role, and by its level before it
 * has one. A guest on several seats is called by the seat, to tell them apart, as bots are in a game without roles.
 * - `role`: the seat's; empty before it has one, none where nobody ever does.
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

/** What a bot is called before it has a role. */
export function botName(level: string): string {
	return t('web.bot.unnamed', { level: levelName(level) });
}

/** Says in a few words that a bot plays a seat; empty where none does. */
export function botWords(seat: Seat | undefined): string {
	const level = levelOf(seat);
	if (level === undefined) return seat?.holder?.bot ? t('web.team.bot') : '';
	return t(seat?.standin ? 'web.bot.for' : 'web.bot.level', { level: levelName(level) });
}
