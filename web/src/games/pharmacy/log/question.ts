// Describes the open question for screen readers. It includes the card and the price, which other players
// see on the table.

import type { Update } from '../../../gen/api.ts';
import { list, t } from '../../../i18n/words.svelte.ts';
import type { Naming } from '../../presenter.ts';
import { type MoveOption, offersOf } from '../offers.ts';
import { type Position, positionOf } from '../position.ts';
import { cardNamed } from './named.ts';
import { priceIn } from './price.ts';

export function question(update: Update, seat: number, { seatName }: Naming): string | undefined {
	const position = positionOf(update.view);
	const offers = offersOf(seat, update.moves?.find((m) => m.seat === seat)?.list ?? []);
	const { step } = update.question;
	if (step === 'turn') return turn(position, seatName(seat));
	if (step === 'answer') return answer(position, offers, seatName);
	return step === 'dare' ? dare(position, seat, seatName) : undefined;
}

function turn({ piles }: Position, seat: string): string {
	const open = piles.flatMap((pile) => (pile.open ? [cardNamed(pile.open)] : []));
	return open.length > 0
		? t('web.pharmacy.say.turn', { seat, cards: list(open) })
		: t('web.pharmacy.say.turn-empty', { seat });
}

function answer({ travel }: Position, offers: readonly MoveOption[], seatName: Naming['seatName']): string {
	const values = {
		giver: seatName(travel?.giver ?? 0),
		card: travel?.card ? cardNamed(travel.card) : '',
		n: priceIn(offers),
	};
	return values.n > 0 ? t('web.pharmacy.say.answer', values) : t('web.pharmacy.say.answer-free', values);
}

function dare({ travel }: Position, seat: number, seatName: Naming['seatName']): string {
	if (travel?.owner === seat) return t('web.pharmacy.say.dare-own');
	return t('web.pharmacy.say.dare', {
		giver: seatName(travel?.giver ?? 0),
		owner: seatName(travel?.owner ?? 0),
	});
}
