// What the board is to draw, as somebody sits at the session.

import type { Interaction } from './acting/acting.svelte.ts';
import type { Scene } from './board/scene.ts';
import type { PlayerSession } from './session.svelte.ts';
import type { Position } from './position.ts';

/** So many places of a question are gone to. Half the map is not looked at: it would be too small to point at. */
const most = 12;

/** The places that a question is about. */
function askedOf(session: PlayerSession): string[] {
	const offers = [...session.onMap, ...session.asks];
	const places = new Set(offers.flatMap((o) => (o.region ? [o.region] : o.cities)));
	return places.size <= most ? [...places] : [];
}

/** `asking`: something else than an action is asked of whoever sits here. */
export function sceneOf(
	session: PlayerSession,
	acting: Interaction,
	position: Position,
	asking: boolean,
): Scene {
	return {
		game: session.game,
		position,
		offers: acting.ends.length > 0 ? acting.asks : session.onMap,
		moves: session.offers,
		asks: acting.asks,
		ends: acting.ends,
		seat: session.seat,
		lit: session.lit,
		asked: asking ? askedOf(session) : [],
		plans: acting.plans,
		infection: session.chances?.infection ?? {},
		seatName: session.seatName,
		teamOf: session.teamOf,
	};
}
