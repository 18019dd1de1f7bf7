// Derives from the facts (events of the game) how cubes fly through the laboratory's picture. They fly along
// the arrows between dishes and to the research lines, and from and to the supply.

import type { Step } from '../../../../gen/api.ts';
import { type Line as Fact, operand, read } from '../../../../i18n/notation.ts';
import type { Box } from '../../../epidemic/model/box.ts';
import { type Geometry, middleOf } from './geometry.ts';
import { type DishId, dishIds, type LineId, type Place } from './lab.ts';

export interface Flight {
	disease: string;
	n: number;
	/** The dish or line where the flight starts; undefined for the supply. */
	from?: Place;
	to?: Place;
}

/**
 * Returns the flight of cubes that a fact causes; undefined for other facts. If a move takes cubes from a
 * dish, `dish` is that dish.
 */
function flightOf(fact: Fact, dish: DishId | undefined): Flight | undefined {
	const [one, two] = fact.operands.map((o) => o.value);
	const disease = operand(fact, 'disease') ?? '';
	const n = Number(operand(fact, 'number') ?? 1);
	switch (fact.word) {
		case 'sample-taken':
			return { disease, n, to: one as DishId };
		case 'cubes-carried':
			return { disease, n, from: one as DishId, to: two as DishId };
		case 'cubes-grown':
			return { disease, n, to: 'growth' };
		case 'circles-filled':
			return { disease, n, from: dish, to: one as LineId };
		case 'cubes-returned':
			return dish && { disease, n, from: dish };
		default:
			return undefined;
	}
}

export function flightsOf(box: Pick<Box, 'facts' | 'moves'>, steps: readonly Step[]): Flight[] {
	if (steps.some((s) => s.kind === 'undo')) return [];
	return steps.flatMap((s) =>
		(s.plays ?? []).flatMap(({ move, facts }) => {
			const named = move && operand(read(move, box.moves), 'dish');
			const dish = dishIds.find((id) => id === named);
			return (facts ?? []).flatMap(({ fact }) => flightOf(read(fact, box.facts), dish) ?? []);
		}),
	);
}

/** Returns the path of a flight through the picture. */
export function pathOf(geometry: Geometry, { from, to }: Flight): string {
	const arrow = geometry.arrows.find((a) => a.from === from && a.to === to);
	const start = from ? middleOf(geometry, from) : geometry.supply;
	const end = to ? middleOf(geometry, to) : { x: start.x, y: start.y + 48 };
	const along = arrow?.path.replace(/^M/, 'L') ?? '';
	return `M${start.x} ${start.y}${along}L${end.x} ${end.y}`;
}
