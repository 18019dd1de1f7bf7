// Makes the scene of the board from the player's session.

import type { Interaction } from '../interaction/interaction.svelte.ts';
import type { Position } from '../model/position.ts';
import type { PlayerSession } from '../session.svelte.ts';
import type { Scene } from './scene.ts';

/**
 * If a question is about more places than this, the map does not move: showing half the map would make the
 * cities too small to pick.
 */
const most = 12;

/** Returns the cities and other places that the open question is about. */
function askedOf(session: PlayerSession): string[] {
	const offers = [...session.onMap, ...session.asks];
	const places = new Set(offers.flatMap((o) => (o.region ? [o.region] : o.cities)));
	return places.size <= most ? [...places] : [];
}

/** Makes the scene. `asking` says that the player must answer a question other than choosing an action. */
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
