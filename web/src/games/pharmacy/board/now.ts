// What the table shows about the player of a seat, apart from cards.

import { t } from '../../../i18n/words.svelte.ts';
import { botWords, isFree, levelName, levelOf } from '../../../table/bots.ts';
import type { Position } from '../position.ts';
import type { PlayerSession } from '../session.svelte.ts';

export interface Now {
	/** The player's name; “you” if it is the viewer's only seat; or a text for a free seat. */
	called: string;
	/** The initial of a bot, or of the seat if one person plays several. */
	letter?: string;
	/** A text for a seat that a bot plays; empty if none does. */
	bot: string;
	/** The level of the bot, as text. */
	level: string;
	/** Whether the bot is thinking. */
	thinking: boolean;
	away: boolean;
	onTurn: boolean;
	/** Whether the table is waiting for this seat. */
	asked: boolean;
	/**
	 * The deadline for the answer in milliseconds since 1970; `length` is the time limit of a live clock, in
	 * seconds.
	 */
	deadline?: number;
	length?: number;
	/** Whether the seat ended the game in intensive care. */
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
		// A live clock allows two minutes by default.
		length: clock?.kind === 'live' ? (clock.seconds ?? 120) : undefined,
		inCare: position.over && (position.sheet.at(-1)?.[seat]?.care ?? false),
	};
}
