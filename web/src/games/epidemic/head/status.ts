// Describes in a text what the table is waiting for.

import { has, list, t, text } from '../../../i18n/words.svelte.ts';
import { askingOf, kindOfAsk } from '../interaction/asking.ts';
import type { GameParts } from '../model/parts.ts';
import type { PlayerSession } from '../session.svelte.ts';

interface Status {
	/** Whose move it is, such as “Your turn”. */
	title: string;
	/** What is left to do, such as “2 actions left”. */
	detail?: string;
	/** Whether this person has to answer. */
	mine: boolean;
	over: boolean;
}

/** Returns the seats that owe an answer. */
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
	if (update.paused) return { title: t('web.status.paused'), mine: false, over: false };
	const { step } = update.question;
	if (step === 'action') {
		const { active, actions } = position;
		const detail = actions > 0 ? t('web.status.actions', { n: actions }) : t('web.status.no-actions');
		const title = !ours
			? t('web.status.turn-of', { seat: session.seatName(active) })
			: mine.length > 1
				? t('web.status.turn-mine', { seat: session.seatName(active) })
				: t('web.status.your-turn');
		// The infection step after the actions is still being animated, so no action is left and no question is
		// open yet.
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

/** Returns the text about who won. */
export function outcomeOf(session: PlayerSession, winners: GameParts['winners']): string {
	const over = session.live.update?.over;
	if (over?.['given-up']) return t('web.status.given-up');
	const won = over?.won ?? [];
	return won.length > 0 ? (winners?.(session, won) ?? t('web.status.won')) : t('web.status.lost');
}

/** Returns the seats that play after the current one, in order (rule turn/order). */
export function followers(session: PlayerSession): number[] {
	const { position } = session.shown;
	if (!position) return [];
	const n = position.seats.length;
	return Array.from({ length: n - 1 }, (_, i) => (position.active + 1 + i) % n);
}
