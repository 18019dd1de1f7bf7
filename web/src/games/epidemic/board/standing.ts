// What stands on the board, and how facts change it. Playing facts back only draws
// them: what really stands there is always what the server sent last.

import { type Line, operand } from '../../../i18n/notation.ts';
import type { Position } from '../model/position.ts';

export interface Standing {
	cubes: Record<string, Record<string, number>>;
	stations: readonly string[];
	/** The city of each seat's pawn. */
	pawns: readonly string[];
	/** What else the game has on its board. */
	own?: unknown;
}

/** Pieces of a game's own, kept in `Standing.own`, and the facts about them. */
export interface Pieces {
	/** The facts of a player's own doing that change them: shown at once, as a move is. */
	doing: readonly string[];
	/** Those that everybody should see come: told over the board as an epidemic is. */
	alarms?: readonly string[];
	/** Those that stand for a cure. */
	cures?: readonly string[];
	/** Those that say why a cube was not placed. */
	spares?: readonly string[];
	/** Those that carry a cube along a line, and those that break out as a city does. */
	walks?: readonly string[];
	bursts?: readonly string[];
	of: (position: Position) => unknown;
	/** What stands there after a fact, the game's own pieces and those of all games. */
	after: (standing: Standing, fact: Line) => Standing;
}

/** What has to be known of the game: its pieces, once their code is here. */
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

/** What stands on the board after a fact. */
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

/** The cities where two standings differ. */
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
