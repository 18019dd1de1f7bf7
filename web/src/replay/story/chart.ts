// The layout of the story's chart: one column per turn. A column has two steps: from the chance at the
// turn's start to the chance after its moves, then to the chance after its cards.

import type { Estimate, StoryTurn } from '../../gen/api.ts';
import { margin } from './story.ts';

export interface Box {
	width: number;
	height: number;
	/**
	 * The margins of the chart: space for figures at the left and below, and for the numbers of turning points
	 * above.
	 */
	left: number;
	right: number;
	top: number;
	bottom: number;
	/** The chance at the top edge. */
	most: number;
}

/** A bar between two chances. */
interface Bar {
	x: number;
	width: number;
	from: number;
	to: number;
}

export interface Column {
	turn: StoryTurn;
	x: number;
	width: number;
	skill: Bar;
	luck: Bar;
	/** The missed chance: from the chance after the moves up to that after the better plan. */
	missed?: Bar;
}

/**
 * Returns the chance at the top of the chart: the first multiple of a quarter above all values. It is at
 * least a half, so that small changes look small.
 */
export function ceiling(turns: readonly StoryTurn[]): number {
	const all = turns.flatMap(({ before, after, next, missed }) => [
		before.chance,
		after.chance + (missed?.chance ?? 0),
		next.chance,
	]);
	return [0.5, 0.75].find((most) => all.every((chance) => chance < most - 0.02)) ?? 1;
}

/** Returns the y coordinate of a chance. */
export function level({ top, bottom, height, most }: Box, chance: number): number {
	return height - bottom - (Math.max(0, Math.min(most, chance)) / most) * (height - top - bottom);
}

/** Returns the columns of the analysed turns; `all` is the number of all turns. */
export function columns(turns: readonly StoryTurn[], all: number, box: Box): Column[] {
	const width = (box.width - box.left - box.right) / Math.max(1, all);
	const bar = Math.max(2, Math.min(11, width * 0.4));
	const y = (of: Estimate) => level(box, of.chance);
	return turns.map((turn, i) => {
		const x = box.left + i * width;
		const at = (middle: number, from: number, to: number): Bar => ({
			x: x + middle * width - bar / 2,
			width: bar,
			from,
			to,
		});
		const after = y(turn.after);
		return {
			turn,
			x,
			width,
			skill: at(0.27, y(turn.before), after),
			luck: at(0.73, after, y(turn.next)),
			missed: turn.missed ? at(0.27, after, level(box, turn.after.chance + turn.missed.chance)) : undefined,
		};
	});
}

/** Returns the line through all columns, and the band that shows the chances' error. */
export function stair(list: readonly Column[], box: Box): { line: string; band: string } {
	const levels = list.flatMap(({ turn, x, width, skill, luck }) => [
		{ of: turn.before, from: x, to: skill.x + skill.width / 2 },
		{ of: turn.after, from: skill.x + skill.width / 2, to: luck.x + luck.width / 2 },
		{ of: turn.next, from: luck.x + luck.width / 2, to: x + width },
	]);
	const row = (off: (of: Estimate) => number) =>
		levels.flatMap(({ of, from, to }) => {
			const y = level(box, of.chance + off(of));
			return [`${round(from)} ${round(y)}`, `${round(to)} ${round(y)}`];
		});
	if (levels.length === 0) return { line: '', band: '' };
	const above = row(margin);
	const below = row((of) => -margin(of)).reverse();
	return { line: `M${row(() => 0).join('L')}`, band: `M${[...above, ...below].join('L')}Z` };
}

/** Returns the path of an arrow between two chances, with its head at the second. */
export function arrow({ x, width, from, to }: Bar): string {
	const head = Math.min(Math.abs(to - from), width * 0.6) * Math.sign(to - from);
	const [left, right, middle] = [round(x), round(x + width), round(x + width / 2)];
	const neck = round(to - head);
	return `M${left} ${round(from)}V${neck}L${middle} ${round(to)}L${right} ${neck}V${round(from)}Z`;
}

/** The minimum height of an arrow in px; a smaller change is a line. */
const least = 1.5;
export const visible = ({ from, to }: Bar): boolean => Math.abs(to - from) >= least;

/** Returns the row above the chart for each number, so that no number covers another. */
export function rows(places: readonly number[], apart: number): number[] {
	const last: number[] = [];
	return places.map((x) => {
		let row = last.findIndex((end) => x - end >= apart);
		if (row < 0) row = last.length;
		last[row] = x;
		return row;
	});
}

/** Returns the column at an x coordinate of the chart, or the nearest one. */
export function columnAt(list: readonly Column[], x: number): Column | undefined {
	return list.find((column) => x < column.x + column.width) ?? list.at(-1);
}

const round = (n: number) => Math.round(n * 10) / 10;
