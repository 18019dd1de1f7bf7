// A line of a list to choose from: an offer in words, with what lights up for it.

import { tell } from '../../../i18n/notation.ts';
import { has, lang, name, t, text } from '../../../i18n/words.svelte.ts';
import type { MoveOption } from '../model/offers.ts';
import type { PlayerSession } from '../session.svelte.ts';
import { share } from './families.ts';
import type { Level } from './picking.ts';

export interface Choice {
	id: string;
	/** Under which heading it stands. */
	group?: string;
	name: string;
	hint?: string;
	/** What its mark shows. */
	word?: string;
	city?: string;
	card?: string;
	disease?: string;
	seat?: number;
	region?: string;
	choose: () => void;
	light?: (on: boolean) => void;
}

/** A seat as one chooses it: one's own is one's own. */
function seatNamed(session: PlayerSession, seat: number): string {
	return seat === session.seat ? t('web.pick.own-pawn') : session.seatName(seat);
}

/** The role of a seat, where the seat is not called by it. */
function roleOf(session: PlayerSession, seat: number | undefined): string | undefined {
	const role = seat === undefined ? undefined : session.position?.seats[seat]?.role;
	const words = role ? name('role', role) : undefined;
	return seat === undefined || words === session.seatName(seat) ? undefined : words;
}

/** Which operand tells moves of one kind apart, where that is one. */
function telling(offers: MoveOption[]): number | undefined {
	const [first] = offers;
	if (!first || offers.some((o) => o.word !== first.word)) return undefined;
	if (first.operands.length === 1) return 0;
	const differ = first.operands.flatMap(({ value }, i) =>
		offers.some((o) => o.operands[i]?.value !== value) ? [i] : [],
	);
	return differ.length === 1 ? differ[0] : undefined;
}

/** The question that a list of moves answers, where one thing tells them apart. */
export function whichOf(offers: MoveOption[]): string | undefined {
	const by = telling(offers);
	const [first] = offers;
	if (by === undefined || !first) return undefined;
	const own = `web.pick.${first.word}.${by}`;
	return text(has(own) ? own : `web.pick.${first.operands[by]?.kind}`);
}

/**
 * The moves with those first whose card is missed least: of a disease that needs none any more, then of the colour
 * that the hand has fewest of.
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

/** Offers as a list to choose from. Where one thing tells them apart, as a city does, it is name enough. */
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
		// Whom a card comes from or goes to is always said.
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

/** Lights up the places that a choice is about, as long as it is looked at. */
function lighter(session: PlayerSession, places: string[]): Choice['light'] {
	const shown = places.filter((p) => p !== '' && !session.box.events.includes(p));
	return shown.length > 0 ? (on) => (session.lit = on ? shown : []) : undefined;
}

/** What can be answered next for a move that names several things, as a list to choose from. */
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
		// What follows by itself from an answer is said, not chosen.
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
