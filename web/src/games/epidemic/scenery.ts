// What the board is to draw, as somebody sits at the desk.

import type { Interaction } from './acting/acting.svelte.ts';
import type { Scene } from './board/scene.ts';
import type { PlayerSession } from './desk.svelte.ts';
import type { Position } from './position.ts';

/** So many places of a question are gone to. Half the map is not looked at: it would be too small to point at. */
const most = 12;

/** The places that a question is about. */
function askedOf(desk: PlayerSession): string[] {
	const offers = [...desk.onMap, ...desk.asks];
	const places = new Set(offers.flatMap((o) => (o.region ? [o.region] : o.cities)));
	return places.size <= most ? [...places] : [];
}

/** `asking`: something else than an action is asked of whoever sits here. */
export function sceneOf(
	desk: PlayerSession,
	acting: Interaction,
	position: Position,
	asking: boolean,
): Scene {
	return {
		game: desk.game,
		position,
		offers: acting.ends.length > 0 ? acting.asks : desk.onMap,
		moves: desk.offers,
		asks: acting.asks,
		ends: acting.ends,
		seat: desk.seat,
		lit: desk.lit,
		asked: asking ? askedOf(desk) : [],
		plans: acting.plans,
		infection: desk.chances?.infection ?? {},
		seatName: desk.seatName,
		teamOf: desk.teamOf,
	};
}
