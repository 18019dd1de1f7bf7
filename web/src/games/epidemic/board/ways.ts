// The ways to a city: which offers lead there, what each costs, and which others one
// might ask about.

import { name, t } from '../../../i18n/words.svelte.ts';
import type { IconName } from '../../../ui/icons.ts';
import { familyOf } from '../interaction/families.ts';
import type { Box, City } from '../model/box.ts';
import type { Game } from '../model/game.ts';
import type { MoveOption } from '../model/offers.ts';
import type { PlayerSession } from '../session.svelte.ts';
import { mover } from './marks.ts';

/** The city that the pawn that would move is in. */
export function leaving(session: PlayerSession): string | undefined {
	const pawn = session.position ? mover(session.position, session.seat) : null;
	return pawn === null ? undefined : session.position?.seats[pawn]?.pawn;
}

export interface Offered {
	/** Moves that carry a pawn here. */
	ways: MoveOption[];
	/** Other moves that name the city. */
	choices: MoveOption[];
	/** Actions for whoever stands here. */
	here: MoveOption[];
	/** There are more, which have a place of their own on the table. */
	apart: boolean;
}

/** What is offered about a city. */
export function offeredAt(session: PlayerSession, city: string): Offered {
	const naming = session.all.filter(
		(o) => o.cities.includes(city) && (o.seat === session.seat || session.box.isEvent(o.word)),
	);
	const { travel } = session.game;
	const standing = leaving(session) === city;
	const acts = standing ? session.offers.filter((o) => o.city === undefined && o.cost > 0) : [];
	const apart = (o: MoveOption) => familyOf(session.game, o.word)?.extra ?? false;
	return {
		ways: naming.filter((o) => travel.includes(o.word)),
		choices: naming.filter((o) => !travel.includes(o.word)),
		here: acts.filter((o) => !apart(o)),
		apart: acts.some(apart),
	};
}

/** Offers that differ only in a card or a passenger, put together. */
export function alike(offers: MoveOption[]): Map<string, MoveOption[]> {
	return Map.groupBy(offers, (o) => [o.seat, o.word, ...o.cities, o.disease].join(' '));
}

/** What a move costs its mover, in words, with the cards that it takes besides one that it names itself. */
export function costOf(
	box: Box,
	offer: MoveOption,
	from: string | undefined,
	role: string | undefined,
): string {
	const cost = offer.cost > 0 ? t('web.way.cost', { n: offer.cost }) : t('web.way.free');
	if (box.isEvent(offer.word)) return t('web.way.event', { cost });
	const spends = box.spendsOf(offer.word, role);
	if (spends === 'several')
		return t('web.way.cards', { cost, n: box.cureWith(role), disease: name('disease', offer.disease ?? '') });
	const card = spends === 'target' ? offer.city : spends === 'here' ? from : undefined;
	return card ? t('web.way.card', { cost, city: name('city', card) }) : cost;
}

/** What an offer of the session costs. */
export function costAt(session: PlayerSession, offer: MoveOption): string {
	return costOf(session.box, offer, leaving(session), session.position?.seats[offer.seat]?.role);
}

/** The ways to travel that are not offered to a city: what one might ask the server about. */
export function missing(session: PlayerSession, city: string): string[] {
	if (session.seat === null || !session.asked || leaving(session) === city) return [];
	const role = session.position?.seats[session.seat]?.role;
	const offered = new Set(session.offers.filter((o) => o.city === city).map((o) => o.word));
	return session.game.travel.filter((word) => {
		const verb = session.box.verbs[word];
		return verb?.steps?.includes(session.step) && (!verb.role || verb.role === role) && !offered.has(word);
	});
}

/** The picture of a move. */
export function pictureOf(game: Game, word: string): IconName {
	return game.pictures?.[word] ?? familyOf(game, word)?.icon ?? 'check';
}

/** The neighbours of a city, by name. */
export function neighbours(city: City | undefined): string[] {
	return (city?.near ?? []).map((c) => name('city', c));
}
