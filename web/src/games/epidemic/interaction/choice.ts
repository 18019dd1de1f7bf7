// Turns legal moves into a list of choices, each with its text and with the cities or other places to
// highlight.

import { tell } from '../../../i18n/notation.ts';
import { has, lang, name, t, text } from '../../../i18n/words.svelte.ts';
import type { MoveOption } from '../model/offers.ts';
import type { PlayerSession } from '../session.svelte.ts';
import { share } from './families.ts';
import type { Level } from './picking.ts';

export interface Choice {
	id: string;
	/** The heading under which the choice is listed. */
	group?: string;
	name: string;
	hint?: string;
	/** The text of the choice's mark, such as a count. */
	word?: string;
	city?: string;
	card?: string;
	disease?: string;
	seat?: number;
	region?: string;
	choose: () => void;
	light?: (on: boolean) => void;
}

/** Returns the name of a seat for a list of choices. The player's own seat is marked as such. */
function seatNamed(session: PlayerSession, seat: number): string {
	return seat === session.seat ? t('web.pick.own-pawn') : session.seatName(seat);
}

/** Returns the role of a seat, unless the seat's name already contains it. */
function roleOf(session: PlayerSession, seat: number | undefined): string | undefined {
	const role = seat === undefined ? undefined : session.position?.seats[seat]?.role;
	const words = role ? name('role', role) : undefined;
	return seat === undefined || words === session.seatName(seat) ? undefined : words;
}

/**
 * Returns the index of the only operand in which the moves differ; undefined if they differ in more than
 * one.
 */
function telling(offers: MoveOption[]): number | undefined {
	const [first] = offers;
	if (!first || offers.some((o) => o.word !== first.word)) return undefined;
	if (first.operands.length === 1) return 0;
	const differ = first.operands.flatMap(({ value }, i) =>
		offers.some((o) => o.operands[i]?.value !== value) ? [i] : [],
	);
	return differ.length === 1 ? differ[0] : undefined;
}

/** Returns the question above a list of moves that differ in a single operand, such as which city. */
export function whichOf(offers: MoveOption[]): string | undefined {
	const by = telling(offers);
	const [first] = offers;
	if (by === undefined || !first) return undefined;
	const own = `web.pick.${first.word}.${by}`;
	return text(has(own) ? own : `web.pick.${first.operands[by]?.kind}`);
}

/**
 * Sorts moves by how dispensable their card is. Cards of diseases that need no more come first, then those of
 * the colour with the fewest cards in the hand.
 */
export function spareFirst(session: PlayerSession, offers: MoveOption[]): MoveOption[] {
	const { box, position } = session;
	const missed = ({ seat, card, operands }: MoveOption): number => {
		const disease = operands.some((o) => o.kind === 'card') ? box.diseaseOf(card ?? '') : undefined;
		if (!disease || position?.cured.includes(disease)) return 0;
		return position?.seats[seat]?.hand.filter((c) => box.diseaseOf(c) === disease).length ?? 0;
	};
	return offers.toSorted((a, b) => missed(a) - missed(b));
}

/**
 * Returns legal moves as choices. If they differ in a single operand, such as a city, only that operand is
 * their text.
 */
export function choicesOf(
	session: PlayerSession,
	offers: MoveOption[],
	choose: (offer: MoveOption) => void,
	hint?: (offer: MoveOption) => string,
	nameOf?: (offer: MoveOption) => string,
): Choice[] {
	const by = telling(offers);
	const choices = offers.map((offer): Choice => {
		const only = by === undefined ? undefined : offer.operands[by];
		// In moves that share a card, the giver or receiver is always named.
		const shared = share.words.includes(offer.word);
		const bare = only && only.kind !== 'seat' && !shared && !session.box.isEvent(offer.word);
		const pawn = only?.kind === 'seat' && offer.operands.length === 1;
		return {
			id: `${offer.seat} ${offer.raw}`,
			group: shared ? text(`web.share.${offer.word}`) : undefined,
			name: nameOf
				? nameOf(offer)
				: bare
					? name(only.kind, only.value)
					: pawn
						? seatNamed(session, Number(only.value))
						: tell(offer, 'move', session.seatName),
			hint:
				hint?.(offer) ??
				roleOf(session, offer.other) ??
				(session.position ? session.game.deferred?.parts?.note?.(session.position, offer) : undefined),
			word: offer.word,
			city: only?.kind === 'city' ? only.value : offer.city,
			card: offer.card,
			disease: offer.disease,
			seat: offer.other,
			region: offer.region,
			choose: () => choose(offer),
			light: lighter(session, [...offer.cities, offer.region ?? '', offer.card ?? '']),
		};
	});
	const sorted = by !== undefined && ['city', 'region'].includes(offers[0]?.operands[by]?.kind ?? '');
	if (sorted) choices.sort((a, b) => a.name.localeCompare(b.name, lang()));
	return choices;
}

/** Returns a function that highlights the places of a choice while the pointer or the focus is on it. */
function lighter(session: PlayerSession, places: string[]): Choice['light'] {
	const shown = places.filter((p) => p !== '' && !session.box.events.includes(p));
	return shown.length > 0 ? (on) => (session.lit = on ? shown : []) : undefined;
}

/** Returns the choices for the next operand of a move that is chosen step by step. */
export function answersOf(
	session: PlayerSession,
	{ kind, at, answers }: Level,
	answer: (value: string) => void,
): Choice[] {
	const nameOf = (value: string): string => {
		if (kind === 'word') return text(`verb.${value}`);
		return kind === 'seat' ? seatNamed(session, Number(value)) : name(kind, value);
	};
	const hintOf = (value: string, [only, ...more]: MoveOption[]): string | undefined => {
		if (kind === 'word') return more.length > 0 ? t('web.act.count.move', { n: more.length + 1 }) : undefined;
		// An operand with only one possible value needs no choice.
		if (only && more.length === 0 && only.operands.length > at + 1)
			return tell(only, 'move', session.seatName);
		return kind === 'seat' ? roleOf(session, Number(value)) : undefined;
	};
	const choices = [...answers].map(
		([value, offers]): Choice => ({
			id: value,
			name: nameOf(value),
			hint: hintOf(value, offers),
			word: offers[0]?.word,
			city: kind === 'city' ? value : undefined,
			card: kind === 'card' || kind === 'event' ? value : undefined,
			disease: kind === 'disease' ? value : undefined,
			region: kind === 'region' ? value : undefined,
			seat: kind === 'seat' ? Number(value) : undefined,
			choose: () => answer(value),
			light: ['city', 'region', 'card'].includes(kind) ? lighter(session, [value]) : undefined,
		}),
	);
	if (kind === 'city' || kind === 'region') choices.sort((a, b) => a.name.localeCompare(b.name, lang()));
	return choices;
}
