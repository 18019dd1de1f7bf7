// Describes what the table is waiting for, in a text short enough for the bar on a phone.

import { has, list, t, text } from '../../../i18n/words.svelte.ts';
import type { Position } from '../position.ts';
import type { PlayerSession } from '../session.svelte.ts';
import { cardNamed } from './named.ts';
import { priceIn } from './price.ts';

interface Status {
	/** Whose move it is, or the question, such as “Your turn” or “Keep it, or pay 2?”. */
	title: string;
	/** What the question is about, such as “Giggles (2), price 3”. */
	detail?: string;
	/** Whether this person has to answer. */
	mine: boolean;
}

/** The part of a session that the status depends on. */
export type Source = Pick<PlayerSession, 'offers' | 'seat' | 'seatName' | 'step'> & {
	live: Pick<PlayerSession['live'], 'mine' | 'update'>;
};

export function statusOf(session: Source, position: Position): Status {
	const { update, mine } = session.live;
	if (!update) return { title: '', mine: false };
	if (update.over)
		return { title: update.over['given-up'] ? t('web.status.given-up') : won(session), mine: false };
	const asked = update.ask
		? (update.ask.needs ?? [])
		: [...(update.question.all ?? []), ...(update.question.any ?? [])];
	const ours = asked.some((seat) => mine.includes(seat));
	if (update.ask) return { title: text(`web.status.proposal.${update.ask.what}`), mine: ours };
	if (update.paused) return { title: t('web.status.paused'), mine: false };
	if (session.step === 'turn') return { title: turn(session, position.active, ours), mine: ours };
	const detail = about(session.step, position);
	if (!ours) {
		const seats = list(asked.map(session.seatName));
		return { title: t('web.pharmacy.status.waiting', { seats, n: asked.length }), detail, mine: false };
	}
	const what = question(session);
	const title =
		mine.length > 1 && session.seat !== null
			? t('web.pharmacy.status.of', { seat: session.seatName(session.seat), what })
			: what;
	return { title, detail, mine: true };
}

function turn({ live, seatName }: Source, active: number, ours: boolean): string {
	const seat = seatName(active);
	if (!ours) return t('web.status.turn-of', { seat });
	return live.mine.length > 1 ? t('web.status.turn-mine', { seat }) : t('web.status.your-turn');
}

/** Returns the question to the player as text. */
function question({ step, offers }: Source): string {
	if (step === 'answer') {
		const n = priceIn(offers);
		return n > 0 ? t('web.pharmacy.status.answer', { n }) : t('web.pharmacy.status.answer-free');
	}
	if (step === 'dare') return t('web.pharmacy.status.dare');
	return has(`step.${step}`) ? text(`step.${step}`) : t('web.status.answer');
}

/** Returns the card that a question is about, with its price while it is passed around. */
function about(step: string, { travel, openRisk }: Position): string | undefined {
	if (step === 'answer' && travel?.card)
		return t('web.pharmacy.status.price', { card: cardNamed(travel.card), n: travel.price });
	if (openRisk) return cardNamed(openRisk);
	return has(`step.${step}`) ? text(`step.${step}`) : undefined;
}

/** Returns the text about who won, for a player who holds the seats in `mine`. */
export function won({ live, seatName }: Source, mine = live.mine): string {
	const winners = live.update?.over?.won ?? [];
	const others = mine.length === 1 ? winners.filter((seat) => !mine.includes(seat)) : winners;
	const values = { seats: list(others.map(seatName)), n: winners.length };
	return others.length < winners.length ? t('web.pharmacy.won.you', values) : t('web.pharmacy.won', values);
}
