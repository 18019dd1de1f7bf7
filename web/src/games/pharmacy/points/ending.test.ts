import { expect, it } from 'vitest';
import { endingOf } from './ending.ts';

const of = (...lines: [string, string][]) => lines.map(([fact, rule]) => ({ fact, rule }));

/** The move that ended the first round of a real game, as a server sent it. */
const tooIll = of(
	['card-taken 0 belly-rumble', 'take/card'],
	['card-turned left yawns', 'turn/next-card'],
	['virus-placed 0 belly-rumble 14', 'take/virus'],
	['pills-received 0 1 0 1', 'take/pills'],
	['intensive-care 0', 'care/sickness'],
	['round-ended 1', 'round/care'],
	['guess-right 2 2', 'score/nurse'],
	['guess-wrong 1 4', 'score/diagnosis'],
	['scored-minus 0 13', 'score/care'],
	['scored 1 8', 'score/pills'],
	['scored 2 10', 'score/pills'],
	['round-began 2 0', 'round/next'],
	['pills-dealt 0 4 3 2', 'setup/pills'],
);

it('finds who went to intensive care, and the virus that did it', () => {
	expect(endingOf(tooIll)).toEqual({
		round: 1,
		rule: 'round/care',
		care: [{ seat: 0, rule: 'care/sickness', virus: 'belly-rumble' }],
		guesses: [
			{ seat: 2, how: 'right', points: 2 },
			{ seat: 1, how: 'wrong', points: -4 },
		],
		points: [-13, 8, 10],
	});
});

it('blames no virus for an injection too many, and none of somebody else', () => {
	const facts = of(
		['virus-placed 1 yawns 3', 'take/virus'],
		['injection-unused 2', 'inject/third'],
		['intensive-care 2', 'care/injections'],
		['round-ended 3', 'round/care'],
		['guess-void 2', 'score/own-care'],
		['scored 0 0', 'score/pills'],
	);
	const ending = endingOf(facts);
	expect(ending?.care).toEqual([{ seat: 2, rule: 'care/injections', virus: undefined }]);
	expect(ending?.guesses).toEqual([{ seat: 2, how: 'void', points: 0 }]);
});

it('ends quietly where nothing was left to do', () => {
	expect(endingOf(of(['round-ended 2', 'round/empty']))).toMatchObject({
		round: 2,
		rule: 'round/empty',
		care: [],
	});
});

it('tells of the last round where several ended while one was away', () => {
	const facts = [...tooIll, ...of(['round-ended 2', 'round/empty'], ['scored-minus 0 2', 'score/pills'])];
	expect(endingOf(facts)).toMatchObject({ round: 2, care: [], points: [-2] });
});

it('has nothing to say while the round goes on', () => {
	expect(endingOf(tooIll.slice(0, 4))).toBeNull();
});
