import { expect, it } from 'vitest';
import type { Replay } from '../../../gen/api.ts';
import { marksOf, turnAt, turnsOf } from '../../../replay/course.ts';
import { facts } from '../box.ts';
import game from './fixtures/over.json';
import { highlightsOf, roundsOf } from './highlights.ts';

// The facts of a whole game as a server sent them, except the deal, and some of the game's positions.
const [from, ...moves] = game.facts.map((list) => list.map((fact) => ({ fact, rule: '' })));
const replay = { made: moves.length, from, moves: moves.map((facts) => ({ facts })) } as unknown as Replay;
const highlights = highlightsOf(replay);
const turns = turnsOf({ facts }, replay);
const rounds = roundsOf(replay);

it.each(Object.entries(game.at))('agrees with the server about place %s', (place, view) => {
	const at = Number(place);
	const until = (kind: string, after = -1) =>
		highlights.filter((m) => m.kind === kind && m.at <= at && m.at > after).length;
	const began = rounds.filter((round) => round <= at);
	expect(began).toHaveLength(view.round);
	expect(turnAt(turns, at)?.number).toBe(view.turn);
	expect(until('round')).toBe(view.counted);
	expect(until('risk', began.at(-1))).toBe(view.opened);
});

it('knows who went to intensive care, and who opened what', () => {
	expect(highlights.filter((m) => m.kind === 'care').map(({ at, seat }) => [at, seat])).toEqual([
		[32, 0],
		[104, 3],
		[134, 1],
	]);
	expect(highlights.find((m) => m.kind === 'risk')).toMatchObject({ at: 19, seat: 3, card: 'jab' });
});

it('ends with the end, and marks all but that', () => {
	expect(highlights.at(-1)).toMatchObject({ at: replay.made, kind: 'end' });
	expect(marksOf(highlights)).toEqual(highlights.slice(0, -1));
});
