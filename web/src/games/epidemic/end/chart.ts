// The layout of a chart over the moves of a game.

import type { Disease } from '../../../ui/disease.ts';

export interface Series {
	/** The token of the series' colour. */
	colour: string;
	values: number[];
	/** The disease whose mark is drawn along the line, once per turn. */
	mark?: Disease;
	/** Whether the line is drawn as steps. */
	stepped?: boolean;
	dashed?: boolean;
}

/** The margins of the chart, with space for figures at the left and the bottom. */
export const sides = { left: 30, right: 10, top: 8, bottom: 24 };

/**
 * Returns the chart's maximum. It is never below a few cubes, so that small values do not fill the chart.
 */
export const ceiling = (series: readonly Series[]): number =>
	Math.max(4, ...series.flatMap(({ values }) => values));

/** Returns the labels of the vertical axis, far enough apart to be readable. */
export function ticks(most: number, height: number): number[] {
	const step = [1, 2, 4, 5, 8, 10, 20].find((n) => (n / most) * height >= 28) ?? 50;
	return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
}

/** Returns at most a dozen of the positions, evenly spaced. */
export function thin(places: readonly number[]): number[] {
	const every = Math.ceil(places.length / 12);
	return places.filter((_, i) => i % every === 0);
}

/** Returns the SVG path of the line through a series of values. */
export function lineOf(
	{ values, stepped }: Series,
	x: (at: number) => number,
	y: (value: number) => number,
): string {
	const round = (n: number) => Math.round(n * 10) / 10;
	const points = values.map((value, at) => [round(x(at)), round(y(value))] as const);
	return points.map(([x, y], i) => (i === 0 ? `M${x} ${y}` : stepped ? `H${x}V${y}` : `L${x} ${y}`)).join('');
}
