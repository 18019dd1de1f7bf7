// What is going on at a seat just now, beyond what lies there.

import { t } from '../../../i18n/words.svelte.ts';
import { botWords, isFree, levelName, levelOf } from '../../../table/bots.ts';
import type { Position } from '../position.ts';
import type { PlayerSession } from '../session.svelte.ts';

export interface Now {
	/** The name, “you” for the only seat of one's own, or that nobody sits there. */
	called: string;
	/** What stands for the seat of a bot, or where one person plays several. */
	letter?: string;
	/** That a bot plays it, in words; empty where none does. */
	bot: string;
	/** The level of that bot, in words. */
	level: string;
	/** That bot thinks. */
	thinking: boolean;
	away: boolean;
	onTurn: boolean;
	/** The table waits for it. */
	asked: boolean;
	/** Until when, in milliseconds since 1970; and how long it had, in seconds, on a live clock. */
	deadline?: number;
	length?: number;
	/** It ended the game in intensive care. */
	inCare: boolean;
}

export function nowOf(session: PlayerSession, position: Position, seat: number): Now {
	const { live } = session;
	const place = live.record?.seats?.[seat];
	const holder = place?.holder;
	const clock = live.record?.clock;
	const mine = live.mine.includes(seat);
	const asked = !position.over && position.asked.includes(seat);
	return {
		called:
			live.mine.length === 1 && mine
				? t('web.you')
				: live.record?.status === 'playing' && isFree(place)
					? t('web.pharmacy.board.free')
					: session.seatName(seat),
		letter: live.mine.length > 1 || place?.bot ? String(seat + 1) : undefined,
		bot: botWords(place),
		level: levelName(levelOf(place) ?? ''),
		thinking: live.thinking.includes(seat),
		away: holder !== undefined && !holder.bot && !mine && !(live.presence.seats ?? []).includes(seat),
		onTurn: !position.over && position.active === seat,
		asked,
		deadline: asked ? live.update?.question.deadline : undefined,
		// A live clock of which the record says nothing has two minutes.
		length: clock?.kind === 'live' ? (clock.seconds ?? 120) : undefined,
		inCare: position.over && (position.sheet.at(-1)?.[seat]?.care ?? false),
	};
}
