import { expect, test } from 'vitest';
import type { Step } from '../../../gen/api.ts';
import { read } from '../../../i18n/notation.ts';
import recorded from '../../../table/fixtures/game.json';
import { game } from '../../world/game.ts';
import { type Beat, beatsOf, beatsOfSteps } from '../board/beats.ts';
import { lengths, patience } from './pace.ts';

const steps = recorded as Step[];
const total = (ms: readonly number[]) => ms.reduce((sum, n) => sum + n, 0);

/** The beats of the recorded game, turn by turn. */
const turns = steps
	.filter((s) => s.kind === 'play')
	.reduce<Step[][]>(
		(out, step) => {
			out.at(-1)?.push(step);
			const begins = step.plays?.some((p) => p.facts?.some((f) => f.fact.startsWith('turn-began')));
			if (begins) out.push([]);
			return out;
		},
		[[]],
	)
	.filter((turn) => turn.length > 0);

/** Makes a chain of `n` outbreaks after an epidemic, at the end of another player's turn. */
function worst(n: number): Beat[] {
	const cities = ['chennai', 'mumbai', 'delhi', 'tehran', 'moscow', 'istanbul', 'algiers', 'cairo'];
	const facts = [
		'card-drawn 2 lima',
		'epidemic-drawn 2',
		'rate-raised 3',
		'intensified 9',
		'infection-drawn chennai',
		...cities.slice(0, n).map((city, i) => `outbreak ${city} black ${i + 1}`),
		'infection-drawn paris',
		'cubes-placed paris blue 1',
	];
	return beatsOf(
		game,
		facts.map((f) => read(f, game.box.facts)),
		[0],
	);
}

test('the recorded game has turns that somebody else sees the end of', () => {
	expect(turns.length).toBeGreaterThan(3);
	const kinds = turns.flatMap((t) => beatsOfSteps(game, t, [0]) ?? []).map((b) => b.kind);
	for (const kind of ['draw', 'infection', 'wave'] as const) expect(kinds).toContain(kind);
});

test('the end of a turn takes at most four seconds, whatever happens', () => {
	for (const turn of turns) {
		const beats = (beatsOfSteps(game, turn.slice(-1), [0]) ?? []).filter((b) => b.kind !== 'end');
		expect(total(lengths(beats))).toBeLessThanOrEqual(patience);
	}
	for (let n = 1; n <= 8; n++) expect(total(lengths(worst(n)))).toBeLessThanOrEqual(patience + 1e-6);
});

test('with time enough nothing is shortened, and beats take 800 to 1600 ms', () => {
	for (const kind of ['draw', 'epidemic', 'intensified', 'cure', 'event', 'infection'] as const) {
		const beats = steps.length > 0 ? worst(0).filter((b) => b.kind === kind) : [];
		for (const b of beats) {
			expect(lengths([b])).toEqual([b.ms]);
			expect(b.ms).toBeGreaterThanOrEqual(kind === 'infection' ? 300 : 800);
			expect(b.ms).toBeLessThanOrEqual(1600);
		}
	}
	const wave = worst(1).find((b) => b.kind === 'wave');
	expect(wave?.ms).toBe(450 + 150);
});

test('what comes later is shortened to 60 % first', () => {
	const beats = [2000, 1500, 1000].map((ms) => ({ kind: 'cure' as const, ms }));
	expect(lengths(beats)).toEqual([2000, 900, 600]);
});

test('another person’s event keeps its time', () => {
	const beats = [...worst(8), { kind: 'event' as const, ms: 1400 }];
	expect(lengths(beats).at(-1)).toBe(1400);
});

test('only what another person did is told', () => {
	const facts = ['event-played 1 airlift', 'pawn-moved 0 cairo', 'card-drawn 1 lima'].map((f) =>
		read(f, game.box.facts),
	);
	expect(beatsOf(game, facts, [0]).map((b) => b.kind)).toEqual(['event', 'draw']);
	expect(beatsOf(game, facts, [1]).map((b) => b.kind)).toEqual(['act']);
	expect(beatsOf(game, facts).map((b) => b.kind)).toEqual(['act']);
});

test('an epidemic has three steps, and its city is not one of the turn’s', () => {
	const facts = [
		{ ...read('epidemic-drawn 1', game.box.facts), rule: 'draw/two' },
		{ ...read('rate-raised 3', game.box.facts), rule: 'epidemic/increase' },
		{ ...read('infection-drawn lagos', game.box.facts), rule: 'epidemic/infect' },
		{ ...read('cubes-placed lagos yellow 3', game.box.facts), rule: 'epidemic/infect' },
		{ ...read('intensified 9', game.box.facts), rule: 'epidemic/intensify' },
		{ ...read('infection-drawn paris', game.box.facts), rule: 'infection/city' },
		{ ...read('infection-drawn lima', game.box.facts), rule: 'infection/city' },
	];
	const beats = beatsOf(game, facts, [0]);
	expect(beats.map((b) => b.step)).toEqual([1, 2, 3, undefined, undefined]);
	expect(beats[3]?.row).toEqual(['paris', 'lima']);
	expect(beats[3]?.row).toBe(beats[4]?.row);
});
