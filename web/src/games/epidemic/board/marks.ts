// Computes what the board shows at each city.

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
	/** The diseases that would cause an outbreak with one more cube. */
	full: string[];
	station: boolean;
	/** The seats whose pawns are in the city. */
	pawns: number[];
	/** How the player's pawn can get here: by moving along links, in another way, or not at all. */
	reach: 'foot' | 'else' | null;
	/**
	 * The chance that the city's infection card comes next, per mille; null if no more is known about the
	 * card than about the rest of the deck.
	 */
	risk: number | null;
	lit: boolean;
	/** Whether the city is important enough to keep its name when zoomed out. */
	matters: boolean;
}

/**
 * Returns the cities whose infection cards may come next, with their chances per mille. Cities about whose
 * cards no more is known than about the rest of the deck are left out. The server has computed how many
 * cards each infection step turns over.
 */
export function onTop(p: Position, infection: Record<string, number>): Map<string, number> {
	const known = new Set(p.known.map((k) => k.card));
	// Cards about which nothing else is known are in the range at the bottom of the deck.
	const rest = p.classes.filter((c) => c.to >= p.infectionDeckSize - 1).flatMap((c) => c.cards);
	const plain = new Set(rest.filter((card) => !known.has(card)));
	return new Map(Object.entries(infection).filter(([card, chance]) => chance > 0 && !plain.has(card)));
}

/**
 * Returns the seat whose pawn the legal moves would move: the pawn that another player sends, otherwise the
 * acting seat's own.
 */
export function mover(p: Position, seat: number | null): number | null {
	const q = p.questions.at(-1);
	if (q?.step === 'move-pawn' || q?.step === 'choose-city') {
		const sent = Number(q['operand-0']);
		if (q['operand-0'] !== undefined && Number.isInteger(sent)) return sent;
	}
	return seat;
}

/** Groups legal moves by the cities that they name. */
export function offersByCity(box: Box, offers: readonly MoveOption[]): Map<string, MoveOption[]> {
	const out = new Map<string, MoveOption[]>();
	for (const offer of offers) {
		for (const city of offer.cities.filter(box.isCity)) out.set(city, [...(out.get(city) ?? []), offer]);
	}
	return out;
}

/** Returns the marks of every city, in the order of the game's data. */
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
		// The city's own disease comes first, the others in the order of the game's data.
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
