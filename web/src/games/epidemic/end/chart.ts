// Where the parts of a chart over the moves of a game stand.

import type { Disease } from '../../../ui/disease.ts';

export interface Series {
	/** The token of its colour. */
	colour: string;
	values: number[];
	/** Drawn along its line, once a turn. */
	mark?: Disease;
	/** Stays where it is until it changes. */
	stepped?: boolean;
	dashed?: boolean;
}

/** The space around the lines: figures at the left and below. */
export const sides = { left: 30, right: 10, top: 8, bottom: 24 };

/** What a chart shows up to: a few cubes at least, so that little looks like little. */
export const ceiling = (series: readonly Series[]): number =>
	Math.max(4, ...series.flatMap(({ values }) => values));

/** The figures at the left, so far apart that each can be read. */
export function ticks(most: number, height: number): number[] {
	const step = [1, 2, 4, 5, 8, 10, 20].find((n) => (n / most) * height >= 28) ?? 50;
	return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
}

/** At most a dozen of the places, evenly. */
export function thin(places: readonly number[]): number[] {
	const every = Math.ceil(places.length / 12);
	return places.filter((_, i) => i % every === 0);
}

/** The line through values, each at a place of its own. */
export function lineOf(
	{ values, stepped }: Series,
	x: (at: number) => number,
	y: (value: number) => number,
): string {
	const round = (n: number) => Math.round(n * 10) / 10;
	const points = values.map((value, at) => [round(x(at)), round(y(value))] as const);
	return points.map(([x, y], i) => (i === 0 ? `M${x} ${y}` : stepped ? `H${x}V${y}` : `L${x} ${y}`)).join('');
}
