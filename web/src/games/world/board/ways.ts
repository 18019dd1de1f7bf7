// The ways to a city: which offers lead there, what each costs, and which others one
// might ask about.

import type { IconName } from '../../../look/icons.ts';
import { name, t } from '../../../words/words.svelte.ts';
import { type City, cities, cureWith, spendsOf, verbs } from '../box.ts';
import type { Desk } from '../desk.svelte.ts';
import type { Offer } from '../offers.ts';
import { mover } from './marks.ts';
import { isTravel, travel } from './spoken.ts';

/** The city that the pawn that would move is in. */
export function leaving(desk: Desk): string | undefined {
	const pawn = desk.position ? mover(desk.position, desk.seat) : null;
	return pawn === null ? undefined : desk.position?.seats[pawn]?.pawn;
}

export interface Offered {
	/** Moves that carry a pawn here. */
	ways: Offer[];
	/** Other moves that name the city. */
	choices: Offer[];
	/** Actions for who stands here. */
	here: Offer[];
}

/** What is offered about a city. */
export function offeredAt(desk: Desk, city: string): Offered {
	const naming = desk.all.filter((o) => o.city === city && (o.seat === desk.seat || verbs[o.word]?.event));
	const standing = leaving(desk) === city;
	return {
		ways: naming.filter((o) => isTravel(o.word)),
		choices: naming.filter((o) => !isTravel(o.word)),
		here: standing ? desk.offers.filter((o) => o.city === undefined && o.cost > 0) : [],
	};
}

/** What a move costs its mover, in words, with the cards that it takes besides one that it names itself. */
export function costOf(offer: Offer, from: string | undefined, role: string | undefined): string {
	const cost = offer.cost > 0 ? t('web.way.cost', { n: offer.cost }) : t('web.way.free');
	if (verbs[offer.word]?.event) return t('web.way.event', { cost });
	const spends = spendsOf(offer.word, role);
	if (spends === 'several')
		return t('web.way.cards', { cost, n: cureWith(role), disease: name('disease', offer.disease ?? '') });
	const card = spends === 'target' ? offer.city : spends === 'here' ? from : undefined;
	return card ? t('web.way.card', { cost, city: name('city', card) }) : cost;
}

/** What an offer of the desk costs. */
export function costAt(desk: Desk, offer: Offer): string {
	return costOf(offer, leaving(desk), desk.position?.seats[offer.seat]?.role);
}

/** The ways to travel that are not offered to a city: what one might ask the server about. */
export function missing(desk: Desk, city: string): string[] {
	if (desk.seat === null || !desk.asked || leaving(desk) === city) return [];
	const role = desk.position?.seats[desk.seat]?.role;
	const offered = new Set(desk.offers.filter((o) => o.city === city).map((o) => o.word));
	return travel.filter((word) => {
		const verb = verbs[word];
		return verb?.steps?.includes(desk.step) && (!verb.role || verb.role === role) && !offered.has(word);
	});
}

const pictures: Record<string, IconName | undefined> = {
	drive: 'car',
	direct: 'plane',
	charter: 'charter',
	shuttle: 'shuttle',
	join: 'pawn',
	treat: 'treat',
	build: 'build',
	'move-station': 'station',
	give: 'share',
	take: 'share',
	ask: 'share',
	cure: 'cure',
	dispatch: 'dispatch',
	'special-flight': 'plane',
	store: 'event',
};

/** The picture of a move. */
export function pictureOf(word: string): IconName {
	return pictures[word] ?? (verbs[word]?.event ? 'event' : 'check');
}

/** The neighbours of a city, by name. */
export function neighbours(city: City | undefined): string[] {
	return (city?.near ?? []).filter((c) => cities.has(c)).map((c) => name('city', c));
}
