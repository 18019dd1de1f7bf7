// What the board shows of each city, put together from the scene.

import type { Box } from '../model/box.ts';
import type { MoveOption } from '../model/offers.ts';
import type { Position } from '../model/position.ts';
import type { Place } from './map.ts';
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

/** The offers by the cities that they name. */
export function offersByCity(box: Box, offers: readonly MoveOption[]): Map<string, MoveOption[]> {
	const out = new Map<string, MoveOption[]>();
	for (const offer of offers) {
		for (const city of offer.cities.filter(box.isCity)) out.set(city, [...(out.get(city) ?? []), offer]);
	}
	return out;
}

/** What is drawn of every city, in the order of the box. */
export function marksOf(scene: Scene, shown: Standing): CityMarks[] {
	const { box, map, travel } = scene.game;
	const ways = offersByCity(box, scene.offers);
	const foot = (o: MoveOption) => o.word === travel[0];
	const top = onTop(scene.position, scene.infection);
	const out: CityMarks[] = [];
	for (const { id, disease } of box.cities.values()) {
		const place = map.places.get(id);
		if (!place) continue;
		const there = shown.cubes[id] ?? {};
		// The city's own disease comes first, the others in the order of the box.
		const order = [disease, ...box.diseases.map((d) => d.id).filter((d) => d !== disease)];
		const cubes = order.map((d) => ({ disease: d, n: there[d] ?? 0 })).filter((c) => c.n > 0);
		const pawns = shown.pawns.flatMap((c, seat) => (c === id ? [seat] : []));
		const offers = ways.get(id);
		const station = shown.stations.includes(id);
		const lit = scene.lit.includes(id);
		const full = cubes.filter((c) => c.n >= box.numbers.full).map((c) => c.disease);
		out.push({
			id,
			disease,
			place,
			cubes,
			full,
			station,
			pawns,
			reach: offers ? (offers.some(foot) ? 'foot' : 'else') : null,
			risk: top.get(id) ?? null,
			lit,
			matters:
				lit ||
				pawns.length > 0 ||
				full.length > 0 ||
				offers?.some(foot) === true ||
				scene.asked?.includes(id) === true,
		});
	}
	return out;
}
