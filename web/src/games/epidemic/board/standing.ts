// What stands on the board, and how facts change it. Playing facts back only draws
// them: what really stands there is always what the server sent last.

import { type Line, operand } from '../../../words/notation.ts';
import type { Game } from '../game.ts';
import type { Position } from '../position.ts';

export interface Standing {
	cubes: Record<string, Record<string, number>>;
	stations: readonly string[];
	/** The city of each seat's pawn. */
	pawns: readonly string[];
	/** What else the game has on its board. */
	own?: unknown;
}

export function standingOf({ rest }: Pick<Game, 'rest'>, p: Position): Standing {
	return {
		cubes: p.cubes,
		stations: p.stations,
		pawns: p.seats.map((s) => s.pawn),
		own: rest?.parts?.pieces?.of(p),
	};
}

/** What stands on the board after a fact. */
export function after({ rest }: Pick<Game, 'rest'>, before: Standing, fact: Line): Standing {
	const s = rest?.parts?.pieces?.after(before, fact) ?? before;
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
