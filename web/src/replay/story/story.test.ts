import { beforeAll, expect, it, vi } from 'vitest';
import { textsOf } from '../../../languages.ts';
import { Refusal } from '../../api/refusal.ts';
import type { Estimate, Story, StoryTold, StoryTurn } from '../../gen/api.ts';
import { use } from '../../i18n/words.svelte.ts';
import { arrow, type Box, ceiling, columnAt, columns, level, rows, stair, visible } from './chart.ts';
import { StoryReader } from './reader.svelte.ts';
import { change, estimateOf, numbered, points, sums, turnOf } from './story.ts';

beforeAll(() => use('en', textsOf('en')));

const est = (chance: number, error = 0.01): Estimate => ({ chance, error });

/** Makes a turn of ten moves from its three chances. */
function turn(n: number, before: number, after: number, next: number, missed?: number): StoryTurn {
	return {
		turn: n,
		seat: (n - 1) % 2,
		from: 10 * (n - 1),
		acted: 10 * (n - 1) + 4,
		to: 10 * n,
		before: est(before),
		after: est(after),
		next: est(next),
		skill: est(after - before, 0.02),
		luck: est(next - after, 0.03),
		missed: missed === undefined ? undefined : est(missed, 0.04),
		notes: [],
	};
}

const story: Story = {
	reference: 'steady',
	done: 9,
	of: 9,
	start: est(0.4),
	end: 0,
	turns: [turn(1, 0.4, 0.5, 0.3), turn(2, 0.3, 0.25, 0.1, 0.08), turn(3, 0.1, 0.1, 0)],
	points: [
		{ turn: 2, at: 20, kind: 'luck', by: -0.15, key: 'a', args: [] },
		{ turn: 1, at: 10, kind: 'luck', by: -0.2, key: 'b', args: [] },
		{ turn: 2, at: 10, kind: 'missed', by: 0.08, key: 'c', args: [] },
	],
	close: [],
};
const turns = story.turns ?? [];
const box: Box = { width: 340, height: 220, left: 34, right: 6, top: 20, bottom: 20, most: 1 };

it('writes a change with its sign and how far it may be off', () => {
	expect(points(-0.124)).toBe('−12');
	expect(points(0.001)).toBe('0');
	expect(change(est(0.05, 0.01))).toBe('+5 ± 2');
	expect(change(est(0.05, 0.001))).toBe('+5 ± <1');
	expect(change(est(-1, 0))).toBe('−100');
});

it('adds up what moves and cards brought to how the chance changed', () => {
	const { skill, luck } = sums(story);
	expect(skill).toBeCloseTo(0.05);
	expect(luck).toBeCloseTo(-0.45);
	expect(story.start.chance + skill + luck).toBeCloseTo(story.end);
});

it('knows which turn a place belongs to', () => {
	expect([0, 9, 10, 25, 99].map((at) => turnOf(turns, at)?.turn)).toEqual([1, 1, 2, 3, 3]);
	expect(turnOf([], 5)).toBeUndefined();
});

it('numbers turning points as they come in the game, with the error of what they are about', () => {
	const list = numbered(story);
	expect(list.map(({ n, point }) => [n, point.key])).toEqual([
		[1, 'b'],
		[2, 'c'],
		[3, 'a'],
	]);
	expect(list.map(({ point, turn }) => estimateOf(point, turn).error)).toEqual([0.03, 0.04, 0.03]);
});

it('draws a stair whose bars meet', () => {
	const list = columns(turns, 4, box);
	expect(list.map(({ x }) => x)).toEqual([34, 109, 184]);
	for (const { skill, luck, turn } of list) {
		expect(skill.to).toBe(luck.from);
		expect(skill.from).toBeCloseTo(level(box, turn.before.chance));
	}
	expect(list[1]?.missed?.to).toBeLessThan(list[1]?.missed?.from ?? 0);
	expect(list[2] && visible(list[2].skill)).toBe(false);
	const { line, band } = stair(list, box);
	expect(line.startsWith(`M34 ${level(box, 0.4)}L`)).toBe(true);
	expect(line.split('L')).toHaveLength(18);
	expect(band.split('L')).toHaveLength(36);
	expect(stair([], box)).toEqual({ line: '', band: '' });
});

it('points an arrow where the chance went', () => {
	expect(arrow({ x: 0, width: 10, from: 100, to: 50 })).toBe('M0 100V56L5 50L10 56V100Z');
	expect(arrow({ x: 0, width: 10, from: 50, to: 53 })).toBe('M0 50V50L5 53L10 50V50Z');
});

it('cuts the chart off at a quarter that nothing exceeds', () => {
	expect(ceiling(turns)).toBe(0.75);
	expect(ceiling([turn(1, 0.1, 0.2, 0.1)])).toBe(0.5);
	expect(ceiling([turn(1, 0.1, 0.4, 0.1, 0.3)])).toBe(0.75);
	expect(ceiling([turn(1, 0.1, 0.2, 1)])).toBe(1);
	expect(level({ ...box, most: 0.5 }, 0.5)).toBe(20);
});

it('puts numbers that would cover each other into rows', () => {
	expect(rows([10, 15, 20, 31], 20)).toEqual([0, 1, 2, 0]);
	expect(rows([], 20)).toEqual([]);
});

it('finds the turn under a finger', () => {
	const list = columns(turns, 3, box);
	expect([0, 34, 140, 400].map((x) => columnAt(list, x)?.turn.turn)).toEqual([1, 1, 2, 3]);
});

it('follows a story until it is whole, through a server that is away for a while', async () => {
	vi.useFakeTimers();
	const answers: (StoryTold | Refusal)[] = [
		{ state: 'absent' },
		{ state: 'being-made', story: { ...story, done: 1 } },
		new Refusal(503, {}),
		{ state: 'whole', story },
	];
	let asked = 0;
	const next = async () => {
		const answer = answers[asked++];
		if (answer instanceof Error || !answer) throw answer;
		return answer;
	};
	const reader = new StoryReader({ read: next, make: next });
	await reader.load();
	await vi.advanceTimersByTimeAsync(60_000);
	expect([asked, reader.told?.state]).toEqual([1, 'absent']);
	await reader.make();
	expect(reader.told?.story?.done).toBe(1);
	await vi.advanceTimersByTimeAsync(1500);
	expect([asked, reader.told?.state, reader.refusal?.status]).toEqual([3, 'being-made', 503]);
	await vi.advanceTimersByTimeAsync(60_000);
	expect([asked, reader.told?.state, reader.refusal]).toEqual([4, 'whole', null]);
	vi.useRealTimers();
});

it('asks no more once it is closed, or refused for good', async () => {
	vi.useFakeTimers();
	let asked = 0;
	const making = async (): Promise<StoryTold> => ({ state: ++asked > 0 ? 'being-made' : 'whole', story });
	const closed = new StoryReader({ read: making, make: making });
	await closed.load();
	closed.close();
	await vi.advanceTimersByTimeAsync(60_000);
	expect(asked).toBe(1);
	const refuse = async () => {
		asked++;
		throw new Refusal(409, { id: 'not-over' });
	};
	const refused = new StoryReader({ read: refuse, make: refuse });
	await refused.load();
	await vi.advanceTimersByTimeAsync(60_000);
	expect([asked, refused.refusal?.id]).toEqual([2, 'not-over']);
	vi.useRealTimers();
});
