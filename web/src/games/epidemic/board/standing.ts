// What is on the board during an animation, and how facts (events of the game) change it. The true state is
// always the position that the server sent last.

import { type Line, operand } from '../../../i18n/notation.ts';
import type { Position } from '../model/position.ts';

export interface Standing {
	cubes: Record<string, Record<string, number>>;
	stations: readonly string[];
	/** The city of each seat's pawn, by seat. */
	pawns: readonly string[];
	/** The pieces that only this game has on the board. */
	own?: unknown;
}

/**
 * How a game handles pieces that only it has: they are stored in `Standing.own`, and these facts concern
 * them.
 */
export interface Pieces {
	/**
	 * The facts of a player's own move that change the pieces. They are shown without an announcement, like a
	 * move.
	 */
	doing: readonly string[];
	/** The facts that every player should notice. They are announced over the board, like an epidemic. */
	alarms?: readonly string[];
	/** The facts that are animated like a cure. */
	cures?: readonly string[];
	/** The facts that explain why a cube was not placed. */
	spares?: readonly string[];
	/**
	 * The facts that move a cube along a link. `bursts` holds other facts, which are animated like an
	 * outbreak.
	 */
	walks?: readonly string[];
	bursts?: readonly string[];
	of: (position: Position) => unknown;
	/** Returns the board after a fact, with the common pieces and the game's own. */
	after: (standing: Standing, fact: Line) => Standing;
}

/** What this module needs from a game: how it handles its own pieces, once that code has loaded. */
interface Played {
	deferred?: { parts: { pieces?: Pieces } | null };
}

export function standingOf({ deferred }: Played, p: Position): Standing {
	return {
		cubes: p.cubes,
		stations: p.stations,
		pawns: p.seats.map((s) => s.pawn),
		own: deferred?.parts?.pieces?.of(p),
	};
}

/** Returns the board after a fact. */
export function after({ deferred }: Played, before: Standing, fact: Line): Standing {
	const s = deferred?.parts?.pieces?.after(before, fact) ?? before;
	const city = operand(fact, 'city') ?? '';
	const disease = operand(fact, 'disease') ?? '';
	const n = Number(operand(fact, 'number') ?? 0);
	switch (fact.word) {
		case 'cubes-placed':
			return withCubes(s, city, disease, n);
		case 'cubes-removed':
			return withCubes(s, city, disease, -n);
		case 'pawn-moved':
			return { ...s, pawns: s.pawns.with(Number(operand(fact, 'seat')), city) };
		case 'station-built':
			return { ...s, stations: [...s.stations, city] };
		case 'station-moved': {
			const to = fact.operands[1]?.value ?? '';
			return { ...s, stations: [...s.stations.filter((c) => c !== city), to] };
		}
		default:
			return s;
	}
}

function withCubes(s: Standing, city: string, disease: string, n: number): Standing {
	const there = s.cubes[city] ?? {};
	const count = Math.max(0, (there[disease] ?? 0) + n);
	return { ...s, cubes: { ...s.cubes, [city]: { ...there, [disease]: count } } };
}

/** Returns the cities that look different on two states of the board. */
export function changes(before: Standing, now: Standing): Set<string> {
	const out = new Set<string>();
	for (const city of new Set([...Object.keys(before.cubes), ...Object.keys(now.cubes)])) {
		const [a, b] = [before.cubes[city] ?? {}, now.cubes[city] ?? {}];
		if ([...Object.keys(a), ...Object.keys(b)].some((d) => (a[d] ?? 0) !== (b[d] ?? 0))) out.add(city);
	}
	for (const c of now.stations) if (!before.stations.includes(c)) out.add(c);
	for (const c of before.stations) if (!now.stations.includes(c)) out.add(c);
	now.pawns.forEach((c, seat) => {
		if (before.pawns[seat] !== c) out.add(c);
	});
	return out;
}
