// A plan: cities that a pawn would pass, drawn for everybody at the table and
// binding nobody. It is talk, not a move, so it works while others are on turn.

import type { Position } from '../model/position.ts';
import type { PlayerSession } from '../session.svelte.ts';

/** As many steps as the server passes on. */
export const longest = 24;

/** A path after a city was pointed at: one step more, or the last one taken back. */
export function step(path: readonly string[], city: string): string[] {
	if (path.at(-1) === city) return path.slice(0, -1);
	return path.length < longest ? [...path, city] : [...path];
}

/** The plans that seats show, each from where its pawn stands. */
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
	/** Whether a click on a city draws. */
	active = $state(false);
	path = $state.raw<readonly string[]>([]);
	private readonly session: PlayerSession;

	constructor(session: PlayerSession) {
		this.session = session;
		// Whatever happens on the board makes plans old; the others forget them too.
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

	/** Takes the plan away. */
	clear(): void {
		this.active = false;
		if (this.path.length > 0) this.show([]);
	}

	/** The plan as moves along the lines. */
	get moves(): string[] {
		return this.path.map((city) => `${this.session.game.travel[0]} ${city}`);
	}

	private show(path: string[]): void {
		this.path = path;
		const { seat, live } = this.session;
		if (seat !== null) void live.plan(seat, this.moves);
	}
}
