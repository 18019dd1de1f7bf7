// What the board is to draw, as somebody sits at the session.

import type { Interaction } from '../interaction/interaction.svelte.ts';
import type { Position } from '../model/position.ts';
import type { PlayerSession } from '../session.svelte.ts';
import type { Scene } from './scene.ts';

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
	interaction: Interaction,
	position: Position,
	asking: boolean,
): Scene {
	return {
		game: session.game,
		position,
		offers: interaction.ends.length > 0 ? interaction.asks : session.onMap,
		moves: session.offers,
		asks: interaction.asks,
		ends: interaction.ends,
		seat: session.seat,
		lit: session.lit,
		asked: asking ? [...askedOf(session), ...(interaction.wanted?.path ?? [])] : session.live.meant,
		plans: interaction.plans,
		infection: session.chances?.infection ?? {},
		seatName: session.seatName,
		teamOf: session.teamOf,
	};
}
