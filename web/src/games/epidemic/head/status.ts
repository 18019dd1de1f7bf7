// What the table waits for, in words.

import { has, list, t, text } from '../../../i18n/words.svelte.ts';
import { askingOf, kindOfAsk } from '../interaction/asking.ts';
import type { GameParts } from '../model/parts.ts';
import type { PlayerSession } from '../session.svelte.ts';

export interface Status {
	/** Whose move it is: “Your turn”. */
	title: string;
	/** What is left of it: “2 actions left”. */
	detail?: string;
	/** It is this person’s to answer. */
	mine: boolean;
	over: boolean;
}

/** The seats that owe an answer. */
export function askedSeats(session: PlayerSession): number[] {
	const { update } = session.shown;
	if (!update || update.over) return [];
	if (update.ask) return update.ask.needs ?? [];
	return [...(update.question.all ?? []), ...(update.question.any ?? [])];
}

export function statusOf(session: PlayerSession, winners: GameParts['winners']): Status {
	const { mine } = session.live;
	const { update, position } = session.shown;
	if (!update || !position) return { title: '', mine: false, over: false };
	if (update.over) return { title: outcomeOf(session, winners), mine: false, over: true };
	const asked = askedSeats(session);
	const ours = asked.some((s) => mine.includes(s));
	if (update.ask) return { title: text(`web.status.proposal.${update.ask.what}`), mine: ours, over: false };
	const { step } = update.question;
	if (step === 'action') {
		const { active, actions } = position;
		const detail = actions > 0 ? t('web.status.actions', { n: actions }) : t('web.status.no-actions');
		const title = !ours
			? t('web.status.turn-of', { seat: session.seatName(active) })
			: mine.length > 1
				? t('web.status.turn-mine', { seat: session.seatName(active) })
				: t('web.status.your-turn');
		// What follows the actions is being shown: they are over, and nothing is asked yet.
		if (session.past()) return { title, mine: false, over: false };
		return { title, detail, mine: ours, over: false };
	}
	const asking = askingOf(session.game, position);
	const detail = has(`step.${step}`) ? text(`step.${step}`) : undefined;
	if (!ours)
		return {
			title: t('web.status.waiting', { seats: list(asked.map(session.seatName)) }),
			detail,
			mine: false,
			over: false,
		};
	const title =
		mine.length > 1 && session.seat !== null
			? t('web.status.answer-mine', { seat: session.seatName(session.seat) })
			: t('web.status.answer');
	if (session.step !== 'consent' || asking?.asker === undefined)
		return { title, detail, mine: true, over: false };
	const who = session.seatName(asking.asker);
	const may = t(kindOfAsk(asking) === 'pawn' ? 'web.status.may.pawn' : 'web.status.may', { who });
	return { title, detail: may, mine: true, over: false };
}

/** Who won. */
export function outcomeOf(session: PlayerSession, winners: GameParts['winners']): string {
	const over = session.live.update?.over;
	if (over?.['given-up']) return t('web.status.given-up');
	const won = over?.won ?? [];
	return won.length > 0 ? (winners?.(session, won) ?? t('web.status.won')) : t('web.status.lost');
}

/** The seats behind the one on turn, in the order in which they follow: that of the table (rule turn/order). */
export function followers(session: PlayerSession): number[] {
	const { position } = session.shown;
	if (!position) return [];
	const n = position.seats.length;
	return Array.from({ length: n - 1 }, (_, i) => (position.active + 1 + i) % n);
}
