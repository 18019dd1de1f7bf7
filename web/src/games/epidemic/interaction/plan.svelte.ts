// A plan shows everyone at the table which cities a pawn might pass, without committing its player. It is
// communication, not a move, so players can make one during other players' turns.

import type { Position } from '../model/position.ts';
import type { PlayerSession } from '../session.svelte.ts';

/** The largest number of steps that the server accepts. */
export const longest = 24;

/** Returns a path after a tap on a city: one step longer, or without its last step. */
export function step(path: readonly string[], city: string): string[] {
	if (path.at(-1) === city) return path.slice(0, -1);
	return path.length < longest ? [...path, city] : [...path];
}

/** Returns the plans that seats show, each starting at the city of its pawn. */
export function plansOf(
	ghosts: Record<number, string[]>,
	position: Position,
): { seat: number; path: string[] }[] {
	return position.seats.flatMap((s) => {
		const cities = (ghosts[s.seat] ?? []).map((move) => move.split(' ')[1] ?? '').filter((c) => c !== '');
		return cities.length > 0 ? [{ seat: s.seat, path: [s.pawn, ...cities] }] : [];
	});
}

export class Plan {
	/** Whether the player is drawing a plan: a tap on a city then adds a step. */
	active = $state(false);
	path = $state.raw<readonly string[]>([]);
	private readonly session: PlayerSession;

	constructor(session: PlayerSession) {
		this.session = session;
		// Any event on the board makes plans obsolete. Every browser at the table drops them by itself.
		session.live.onNews(() => {
			this.path = [];
		});
	}

	toggle(): void {
		if (this.active) this.clear();
		else this.active = true;
		if (this.active) this.session.letGo();
	}

	add(city: string): void {
		this.show(step(this.path, city));
	}

	/** Removes the player's plan, here and for the other players. */
	clear(): void {
		this.active = false;
		if (this.path.length > 0) this.show([]);
	}

	/** Returns the plan as moves along the links. */
	get moves(): string[] {
		return this.path.map((city) => `${this.session.game.travel[0]} ${city}`);
	}

	private show(path: string[]): void {
		this.path = path;
		const { seat, live } = this.session;
		if (seat !== null) void live.plan(seat, this.moves);
	}
}
