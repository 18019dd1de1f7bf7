import { describe, expect, it } from 'vitest';
import { box, honours, objectives } from '../../../../gen/world-more.json';
import type { Position } from '../../../epidemic/model/position.ts';
import { countOf } from './count.ts';
import { awardsOf, scoresOf, splitOf } from './teams.ts';

const teamOf = (seat: number) => (seat < 0 ? undefined : Math.floor(seat / 2));

describe('an objective', () => {
	it('says all that it pays', () => {
		expect(scoresOf('network')).toEqual([
			{ what: 'cure', n: 2 },
			{ what: 'eradication', n: 2 },
			{ what: 'station', n: 1 },
			{ what: 'first-cure', n: honours['first-cure'] },
			{ what: 'first-eradication', n: honours['first-eradication'] },
		]);
	});

	it('adds what it pays for being first', () => {
		const first = scoresOf('pioneers').find((s) => s.what === 'first-cure');
		expect(first?.n).toBe(
			honours['first-cure'] + (objectives.find((o) => o.id === 'pioneers')?.moreFirstCure ?? 0),
		);
		expect(first?.n).toBeGreaterThan(honours['first-cure']);
	});
});

describe('the actions of a team', () => {
	const at = (active: number, actions: number, step = 'action', left = 0) =>
		({ active, actions, questions: [{ step }], view: { teams: { left } } }) as unknown as Position;

	it.each([
		[4, 4],
		[3, 4],
		[2, 4],
		[1, 3],
		[0, 2],
		[5, 4],
	])('with %i left to the first are %i for the second', (left, after) => {
		expect(splitOf(at(2, left), [2, 3], 4)).toEqual({ acts: 2, left, next: 3, after });
	});

	// If the second partner has not granted a fourth action, that action stays with the second partner
	// (ruling A7).
	it.each([
		[3, 4],
		[1, 4],
		[0, 3],
	])('with %i left to the first, of three, are %i for the second', (left, after) => {
		expect(splitOf(at(2, left, 'action', 1), [2, 3], 4)).toEqual({ acts: 2, left, next: 3, after });
	});

	it('are those of the second once the first is done', () => {
		expect(splitOf(at(3, 2), [2, 3], 4)).toEqual({ acts: 3, left: 2 });
	});

	it('are not told of another team, nor while something else is asked', () => {
		expect(splitOf(at(0, 4), [2, 3], 4)).toBeUndefined();
		expect(splitOf(at(2, 4, 'window'), [2, 3], 4)).toBeUndefined();
	});
});

it('knows which awards a team has', () => {
	const position = {
		view: { teams: { awards: { 'cure-red': '1', 'first-cure': '0' } } },
	} as unknown as Position;
	expect(awardsOf(position, 1)).toEqual(['cure-red']);
	expect(awardsOf(position, 0)).toEqual(['first-cure']);
});

describe('the final count', () => {
	// The facts of the transcript teams/end_cures.txt, with the rules that caused them.
	const end = `ended  (team/end-cures)
objective-shown 0 cures-first  (team/objectives)
objective-shown 2 network  (team/objectives)
prestige 0 cure-red 4  (team/count)
bonus-prestige 1 publication-1 2  (team/kept)
prestige-total 0 6  (team/winner)
prestige 2 cure-blue 2  (team/count)
prestige 2 cure-yellow 2  (team/count)
prestige 2 cure-black 2  (team/count)
prestige 2 first-cure 2  (team/count)
station-prestige 2 3  (team/count)
bonus-prestige 2 extra-shift-1 1  (team/kept)
prestige-total 2 12  (team/winner)`;
	const told = end.split('\n').map((line) => {
		const [fact = '', rule = ''] = line.split('  ');
		return { fact, rule: rule.slice(1, -1) };
	});
	const steps = [
		{ n: 0, at: 0, kind: 'play', plays: [{ seat: 0, move: 'spend beijing', facts: told }] },
	] as const;
	const counts = countOf(steps as unknown as Parameters<typeof countOf>[0], box.facts, teamOf);

	it('tells what each team is paid for', () => {
		expect(counts.map((c) => [c.team, c.objective, c.total])).toEqual([
			[0, 'cures-first', 6],
			[1, 'network', 12],
		]);
		expect(counts[0]?.paid).toEqual([
			{ kind: 'award', what: 'cure-red', n: 4, rule: 'team/count' },
			{ kind: 'bonus', what: 'publication-1', n: 2, rule: 'team/kept' },
		]);
		expect(counts[1]?.paid.find((p) => p.kind === 'stations')?.n).toBe(3);
	});

	it('adds up', () => {
		for (const { paid, total } of counts) expect(paid.reduce((sum, p) => sum + p.n, 0)).toBe(total);
	});

	it('is none of a game that was lost', () => {
		const lost = [{ plays: [{ facts: [{ fact: 'ended', rule: 'end/cubes' }] }] }];
		expect(countOf(lost as unknown as Parameters<typeof countOf>[0], box.facts, teamOf)).toEqual([]);
	});
});
