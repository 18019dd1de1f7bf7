import { expect, it } from 'vitest';
import { ceiling, lineOf, thin, ticks } from './chart.ts';

it('shows up to four at least', () => {
	expect(ceiling([{ colour: '', values: [0, 2] }])).toBe(4);
	expect(
		ceiling([
			{ colour: '', values: [0, 2] },
			{ colour: '', values: [11, 3] },
		]),
	).toBe(11);
});

it('writes as many figures as there is room for', () => {
	expect(ticks(4, 136)).toEqual([0, 1, 2, 3, 4]);
	expect(ticks(11, 136)).toEqual([0, 4, 8]);
	expect(ticks(8, 72)).toEqual([0, 4, 8]);
	expect(ticks(24, 136)).toEqual([0, 5, 10, 15, 20]);
});

it('names a dozen places at most', () => {
	expect(thin([0, 4, 8])).toEqual([0, 4, 8]);
	expect(thin(Array.from({ length: 30 }, (_, i) => i))).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27]);
});

it('draws slopes, and steps that change where the value does', () => {
	const series = { colour: '', values: [0, 0, 2] };
	const [x, y] = [(at: number) => at * 10, (value: number) => 20 - value];
	expect(lineOf(series, x, y)).toBe('M0 20L10 20L20 18');
	expect(lineOf({ ...series, stepped: true }, x, y)).toBe('M0 20H10V20H20V18');
});
