// What the board shows of each city, put together from the scene.

import { cities, diseases, numbers } from '../box.ts';
import type { Offer } from '../offers.ts';
import type { Position } from '../position.ts';
import { type Place, places } from './map.ts';
import type { Scene } from './scene.ts';
import type { Standing } from './standing.ts';

export interface CityMarks {
	id: string;
	disease: string;
	place: Place;
	cubes: { disease: string; n: number }[];
	/** Diseases of which another cube would break out. */
	full: string[];
	station: boolean;
	/** The seats whose pawns are there. */
	pawns: number[];
	/** What can be done here: on foot, or otherwise. */
	reach: 'foot' | 'else' | null;
	/** How likely its infection card comes next, per mille; null where it is not known to lie on top. */
	risk: number | null;
	lit: boolean;
	/** Worth its name even where there is little room. */
	matters: boolean;
}

/**
 * The cities whose infection cards may be turned and of which more is known than of
 * the rest of the deck, with their chance per mille. Which cards a step turns, the
 * server has reckoned.
 */
export function onTop(p: Position, infection: Record<string, number>): Map<string, number> {
	const known = new Set(p.known.map((k) => k.card));
	// The lowest cards of the deck are only what is left over: nothing is known of them.
	const rest = p.classes.filter((c) => c.to >= p.infectionDeckSize - 1).flatMap((c) => c.cards);
	const plain = new Set(rest.filter((card) => !known.has(card)));
	return new Map(Object.entries(infection).filter(([card, chance]) => chance > 0 && !plain.has(card)));
}

/** The pawn that the offers move: the one that is being sent, otherwise that of the seat that acts. */
export function mover(p: Position, seat: number | null): number | null {
	const q = p.questions.at(-1);
	if (q?.step === 'move-pawn' || q?.step === 'choose-city') {
		const sent = Number(q['operand-0']);
		if (q['operand-0'] !== undefined && Number.isInteger(sent)) return sent;
	}
	return seat;
}

/** The offers by the city that they lead to. */
export function offersByCity(offers: readonly Offer[]): Map<string, Offer[]> {
	return Map.groupBy(
		offers.filter((o) => o.city !== undefined && cities.has(o.city)),
		(o) => o.city ?? '',
	);
}

/** What is drawn of every city, in the order of the box. */
export function marksOf(scene: Scene, shown: Standing): CityMarks[] {
	const ways = offersByCity(scene.offers);
	const top = onTop(scene.position, scene.infection);
	const out: CityMarks[] = [];
	for (const { id, disease } of cities.values()) {
		const place = places.get(id);
		if (!place) continue;
		const there = shown.cubes[id] ?? {};
		// The city's own disease comes first, the others in the order of the box.
		const order = [disease, ...diseases.map((d) => d.id).filter((d) => d !== disease)];
		const cubes = order.map((d) => ({ disease: d, n: there[d] ?? 0 })).filter((c) => c.n > 0);
		const pawns = shown.pawns.flatMap((c, seat) => (c === id ? [seat] : []));
		const offers = ways.get(id);
		const station = shown.stations.includes(id);
		const lit = scene.lit.includes(id);
		const full = cubes.filter((c) => c.n >= numbers.full).map((c) => c.disease);
		out.push({
			id,
			disease,
			place,
			cubes,
			full,
			station,
			pawns,
			reach: offers ? (offers.some((o) => o.word === 'drive') ? 'foot' : 'else') : null,
			risk: top.get(id) ?? null,
			lit,
			matters: lit || pawns.length > 0 || full.length > 0 || offers?.some((o) => o.word === 'drive') === true,
		});
	}
	return out;
}
