// Describes the table in texts, for screen readers.

import { list, name, t, text } from '../../../i18n/words.svelte.ts';
import { colours, countOf, type Pills, sumOf } from '../box.ts';
import { cardOf } from '../cards.svelte.ts';
import type { Lying, Position, Seat } from '../position.ts';

const units = (parts: (string | false | undefined)[]) =>
	list(
		parts.filter((p) => typeof p === 'string'),
		'unit',
	);

export const pillsSpoken = (pills: Pills): string =>
	countOf(pills) === 0
		? t('web.pharmacy.pills.none')
		: units(colours.map((c) => pills[c] > 0 && text(`web.pharmacy.pills.${c}`, { n: pills[c] })));

/** Returns a card's name and value as text. */
export function cardSpoken(card: string, doses = 0): string {
	const { value, cross } = cardOf(card) ?? {};
	return units([
		name('card', card),
		value ? t('web.pharmacy.card.value', { n: value }) : undefined,
		cross && t('web.pharmacy.card.cross'),
		doses === 1 && t('web.pharmacy.card.halved'),
		doses > 1 && t('web.pharmacy.card.dead'),
	]);
}

function lyingSpoken({ card, doses }: Lying): string {
	if (doses === 0) return name('card', card);
	return `${name('card', card)} (${t(doses > 1 ? 'web.pharmacy.card.dead' : 'web.pharmacy.card.halved')})`;
}

/** Returns as text what the round's guesses say about a seat. */
export function guessesSpoken(
	seat: number,
	{ guesses }: Position,
	called: (seat: number) => string,
): string[] {
	const { nurse, nursed, diagnostician, doomed, doctor } = guesses;
	const told: string[] = [];
	if (nurse === seat && nursed !== undefined)
		told.push(t('web.pharmacy.board.nurse', { seat: called(nursed) }));
	if (diagnostician === seat && doomed !== undefined)
		told.push(t('web.pharmacy.board.diagnostician', { seat: called(doomed) }));
	if (doctor === seat) told.push(t('web.pharmacy.board.doctor'));
	return told;
}

/** Returns everything that is public about a seat, in one sentence. */
export function seatSpoken(seat: Seat, care: number): string {
	const { pills, stake, viruses } = seat;
	return units([
		t('web.pharmacy.board.sickness', { n: seat.sickness, care }),
		t('web.pharmacy.board.injections', { n: seat.injections }),
		viruses.length > 0 ? list(viruses.map(lyingSpoken), 'conjunction') : t('web.pharmacy.board.no-virus'),
		t('web.pharmacy.board.pills', { n: sumOf(pills), pills: pillsSpoken(pills) }),
		countOf(stake) > 0 && t('web.pharmacy.board.stake', { pills: pillsSpoken(stake) }),
		t('web.pharmacy.board.risks', { n: seat.riskCards }),
		t('web.pharmacy.board.points', { n: seat.total }),
	]);
}
