// The moves to a city: the legal ones with their costs, and the kinds of travel that are illegal now. For
// these, the player can ask the server why.

import { name, t } from '../../../i18n/words.svelte.ts';
import type { IconName } from '../../../ui/icons.ts';
import { familyOf } from '../interaction/families.ts';
import type { Box, City } from '../model/box.ts';
import type { Game } from '../model/game.ts';
import type { MoveOption } from '../model/offers.ts';
import type { PlayerSession } from '../session.svelte.ts';
import { mover } from './marks.ts';

/** Returns the city that the moving pawn would leave. */
export function leaving(session: PlayerSession): string | undefined {
	const pawn = session.position ? mover(session.position, session.seat) : null;
	return pawn === null ? undefined : session.position?.seats[pawn]?.pawn;
}

interface Offered {
	/** Moves that take a pawn to the city. */
	ways: MoveOption[];
	/** Other moves that name the city. */
	choices: MoveOption[];
	/** Actions for a pawn that is in the city. */
	here: MoveOption[];
	/** Whether there are further moves for the city that other parts of the table show. */
	apart: boolean;
}

/** Returns the legal moves that concern a city. */
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

/** Groups moves that differ only in a card or a passenger. */
export function alike(offers: MoveOption[]): Map<string, MoveOption[]> {
	return Map.groupBy(offers, (o) => [o.seat, o.word, ...o.cities, o.disease].join(' '));
}

/**
 * Returns the price of a move as text. It includes the cards that the move spends, except one that the
 * move itself names.
 */
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

/** Returns the price of one of the session's legal moves as text. */
export function costAt(session: PlayerSession, offer: MoveOption): string {
	return costOf(session.box, offer, leaving(session), session.position?.seats[offer.seat]?.role);
}

/** Returns the verbs of travel to a city that are not legal now; the player can ask the server why. */
export function missing(session: PlayerSession, city: string): string[] {
	if (session.seat === null || !session.asked || leaving(session) === city) return [];
	const role = session.position?.seats[session.seat]?.role;
	const offered = new Set(session.offers.filter((o) => o.city === city).map((o) => o.word));
	return session.game.travel.filter((word) => {
		const verb = session.box.verbs[word];
		return verb?.steps?.includes(session.step) && (!verb.role || verb.role === role) && !offered.has(word);
	});
}

/** Returns the icon of a move. */
export function pictureOf(game: Game, word: string): IconName {
	return game.pictures?.[word] ?? familyOf(game, word)?.icon ?? 'check';
}

/** Returns the neighbours of a city, sorted by name. */
export function neighbours(city: City | undefined): string[] {
	return (city?.near ?? []).map((c) => name('city', c));
}
