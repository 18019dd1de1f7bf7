// The course of a game as series of figures: one per position, from the set-up to the last move. It is
// computed from the facts (events of the game) alone, without the rules.

import type { Replay } from '../../../gen/api.ts';
import { type Line, operand } from '../../../i18n/notation.ts';
import { linesOf } from '../../../table/lines.ts';
import type { Box } from '../model/box.ts';

export interface Course {
	/** The index of each position: 0, 1, … up to the last move. */
	at: number[];
	/** The turn of each position, from 1. */
	turn: number[];
	/** The number of cubes on the board in each position, by disease. */
	cubes: Record<string, number[]>;
	outbreaks: number[];
	cures: number[];
	/** The number of epidemics so far at each position. */
	epidemics: number[];
}

/** The figures at one position. */
interface Row {
	at: number;
	turn: number;
	cubes: Record<string, number>;
	outbreaks: number;
	cures: number;
	epidemics: number;
}

export function courseOf(box: Box, replay: Pick<Replay, 'from' | 'moves'>): Course {
	const now: Row = {
		at: 0,
		turn: 0,
		cubes: Object.fromEntries(box.diseases.map((d) => [d.id, 0])),
		outbreaks: 0,
		cures: 0,
		epidemics: 0,
	};
	const out: Course = {
		at: [],
		turn: [],
		cubes: Object.fromEntries(box.diseases.map((d) => [d.id, []])),
		outbreaks: [],
		cures: [],
		epidemics: [],
	};
	for (const [at, lines] of linesOf(box, replay).entries()) {
		for (const line of lines) count(now, line);
		out.at.push(at);
		out.turn.push(Math.max(1, now.turn));
		for (const { id } of box.diseases) out.cubes[id]?.push(now.cubes[id] ?? 0);
		out.outbreaks.push(now.outbreaks);
		out.cures.push(now.cures);
		out.epidemics.push(now.epidemics);
	}
	return out;
}

function count(row: Row, line: Line): void {
	const n = Number(operand(line, 'number') ?? 0);
	const disease = operand(line, 'disease') ?? '';
	if (line.word === 'cubes-placed') row.cubes[disease] = (row.cubes[disease] ?? 0) + n;
	else if (line.word === 'cubes-removed') row.cubes[disease] = (row.cubes[disease] ?? 0) - n;
	else if (line.word === 'outbreak' || line.word === 'overflowed') row.outbreaks = n;
	else if (line.word === 'cured' || line.word === 'researched') row.cures++;
	else if (line.word === 'epidemic-drawn') row.epidemics++;
	else if (line.word === 'turn-began') row.turn++;
}

/** Returns the turn that led to a position. The move that ends a turn belongs to that turn. */
export function during(course: Course, at: number): number {
	return course.turn[Math.max(0, at - 1)] ?? 1;
}

/** Returns the figures at the end of each turn; the last row is the end of the game. */
export function byTurn(course: Course): Row[] {
	const last = course.at.length - 1;
	return course.at
		.filter((at) => at > 0 && (at === last || course.turn[at - 1] !== course.turn[at]))
		.map((at) => ({ ...rowAt(course, at), turn: during(course, at) }));
}

export function rowAt(course: Course, at: number): Row {
	return {
		at,
		turn: course.turn[at] ?? 0,
		cubes: Object.fromEntries(Object.entries(course.cubes).map(([d, list]) => [d, list[at] ?? 0])),
		outbreaks: course.outbreaks[at] ?? 0,
		cures: course.cures[at] ?? 0,
		epidemics: course.epidemics[at] ?? 0,
	};
}

/** The summary of a course: when the board had the most cubes, and the disease with the most of them. */
interface Peak {
	turn: number;
	total: number;
	disease: string;
	of: number;
}

export function peakOf(course: Course): Peak {
	let best: Peak = { turn: 1, total: -1, disease: '', of: 0 };
	for (const at of course.at) {
		const { cubes } = rowAt(course, at);
		const total = Object.values(cubes).reduce((sum, n) => sum + n, 0);
		if (total <= best.total) continue;
		const [disease = '', of = 0] = Object.entries(cubes).sort((a, b) => b[1] - a[1])[0] ?? [];
		best = { turn: during(course, at), total, disease, of };
	}
	return best;
}
