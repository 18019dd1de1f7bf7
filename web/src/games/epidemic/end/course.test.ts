import { expect, it } from 'vitest';
import type { Replay } from '../../../gen/api.ts';
import { turnAt, turnFrom, turnsOf } from '../../../replay/course.ts';
import { game as world } from '../../world/game.ts';
import { highlightsOf } from '../replay/highlights.ts';
import { byTurn, courseOf, during, peakOf, rowAt } from './course.ts';
import game from './fixtures/won.json';

// The replay of a whole game, as a server sent it, with the positions after some of the moves.
const replay = game.replay as Replay;
const { box } = world;
const { diseases, numbers } = box;
const course = courseOf(box, replay);

it('has one figure for each place of the game', () => {
	expect(course.at).toHaveLength(replay.made + 1);
	for (const row of [course.turn, course.outbreaks, course.cures, course.epidemics])
		expect(row).toHaveLength(replay.made + 1);
});

it('agrees with the positions that the server sent', () => {
	for (const [at, view] of Object.entries(game.at)) {
		const row = rowAt(course, Number(at));
		for (const { id } of diseases) {
			const left = view.supply[id as keyof typeof view.supply];
			expect(row.cubes[id], `${id} at ${at}`).toBe(numbers.cubes - left);
		}
		expect(row.outbreaks).toBe(view.outbreaks ?? 0);
		expect(row.cures).toBe(view.cured?.length ?? 0);
		expect(row.epidemics).toBe(view.epidemics ?? 0);
		expect(row.turn).toBe(view.turn);
	}
});

it('tells the course turn by turn, the end last', () => {
	const rows = byTurn(course);
	expect(rows.map((r) => r.turn)).toEqual(Array.from({ length: rows.length }, (_, i) => i + 1));
	expect(rows.at(-1)).toEqual(rowAt(course, replay.made));
	// The infection at the end of a turn belongs to that turn.
	const starts = turnsOf(box, replay).slice(1);
	expect(rows.slice(0, -1).map((r) => r.cubes)).toEqual(starts.map((turn) => rowAt(course, turn.at).cubes));
});

it('finds where the board was fullest', () => {
	const peak = peakOf(course);
	const totals = course.at.map((at) => Object.values(rowAt(course, at).cubes).reduce((a, b) => a + b, 0));
	expect(peak.total).toBe(Math.max(...totals));
	expect(peak.turn).toBe(during(course, totals.indexOf(peak.total)));
	expect(peak.of).toBe(Math.max(...Object.values(rowAt(course, totals.indexOf(peak.total)).cubes)));
});

it('finds the turns and the highlights', () => {
	const turns = turnsOf(box, replay);
	expect(turns[0]).toMatchObject({ at: 0, number: 1 });
	expect(turns).toHaveLength(Math.max(...course.turn));
	for (const { at, number } of turns) expect(course.turn[at]).toBe(number);
	const highlights = highlightsOf(box, replay);
	const of = (kind: string) => highlights.filter((m) => m.kind === kind);
	expect(
		of('cure')
			.map((m) => m.disease)
			.sort(),
	).toEqual(diseases.map((d) => d.id).sort());
	expect(of('outbreak').map((m) => m.n)).toEqual([1, 2, 3, 4]);
	expect(of('epidemic')).toHaveLength(course.epidemics.at(-1) ?? 0);
	expect(highlights.at(-1)).toMatchObject({ at: replay.made, kind: 'end' });
});

it('goes by turns', () => {
	const turns = turnsOf(box, replay);
	const [first, second, third] = turns;
	expect(turnAt(turns, (second?.at ?? 0) + 1)).toBe(second);
	expect(turnFrom(turns, 0, 1, replay.made)).toBe(second?.at);
	expect(turnFrom(turns, (second?.at ?? 0) + 1, -1, replay.made)).toBe(second?.at);
	expect(turnFrom(turns, second?.at ?? 0, -1, replay.made)).toBe(first?.at);
	expect(turnFrom(turns, (third?.at ?? 0) - 1, 1, replay.made)).toBe(third?.at);
	expect(turnFrom(turns, turns.at(-1)?.at ?? 0, 1, replay.made)).toBe(replay.made);
});
