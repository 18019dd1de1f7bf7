// The layout of the laboratory's picture in px, and the paths of its arrows. Dishes and research lines are
// side by side on a wide screen, and stacked on a phone.

import { type DishId, dishIds, type LineId, lineIds, type Place } from './lab.ts';

export interface Point {
	x: number;
	y: number;
}

export interface Frame extends Point {
	width: number;
	height: number;
}

export interface Geometry {
	width: number;
	height: number;
	/** Half the width of a dish. */
	radius: number;
	/** The centres of the dishes. */
	dishes: Record<DishId, Point>;
	lines: Record<LineId, Frame>;
	arrows: Arrow[];
	/** The position of the supply. */
	supply: Point;
}

interface Arrow {
	from: DishId;
	to: Place;
	path: string;
}

type Layout = Omit<Geometry, 'arrows'> & {
	/** Returns the path of an arrow from a dish to a line. Its middle part is shared by both lines. */
	toLine: (from: Point, line: Frame) => string;
};

/** Returns a straight arrow from the rim of one dish to that of another. */
function between(a: Point, b: Point, radius: number): string {
	const [dx, dy] = [b.x - a.x, b.y - a.y];
	const far = Math.hypot(dx, dy);
	const at = (p: Point, by: number) =>
		`${Math.round(p.x + (dx / far) * by)} ${Math.round(p.y + (dy / far) * by)}`;
	// An arrow that points straight down starts farther from its dish, because the dish's name is there.
	return `M${at(a, radius + (dx === 0 ? 18 : 3))}L${at(b, -radius - 6)}`;
}

const dishArrows: readonly [DishId, DishId][] = [
	['sample-a', 'centrifuge'],
	['sample-a', 'separation'],
	['sample-b', 'centrifuge'],
	['sample-b', 'separation'],
	['centrifuge', 'growth'],
	['separation', 'growth'],
];
/** The dishes from which cubes can move to a line of research. */
const ready: readonly DishId[] = dishIds.slice(2);

function drawn(layout: Layout): Geometry {
	const { dishes, lines, radius, toLine } = layout;
	const arrows = [
		...dishArrows.map(([from, to]) => ({ from, to, path: between(dishes[from], dishes[to], radius) })),
		...ready.flatMap((from) => lineIds.map((to) => ({ from, to, path: toLine(dishes[from], lines[to]) }))),
	];
	return { ...layout, arrows };
}

export const wide: Geometry = drawn({
	width: 728,
	height: 166,
	radius: 28,
	dishes: {
		'sample-a': { x: 44, y: 33 },
		'sample-b': { x: 44, y: 115 },
		centrifuge: { x: 156, y: 33 },
		separation: { x: 156, y: 115 },
		growth: { x: 258, y: 74 },
	},
	lines: {
		first: { x: 344, y: 0, width: 384, height: 80 },
		second: { x: 344, y: 86, width: 384, height: 80 },
	},
	supply: { x: 44, y: 200 },
	toLine: (from, line) => {
		const rail = 322;
		const y = from.y < 50 ? 18 : from.y > 100 ? 138 : from.y;
		const middle = line.y + line.height / 2;
		return `M${from.x + (y === from.y ? 31 : 27)} ${y}H${rail}V${middle}H${line.x - 7}`;
	},
});

export const tall: Geometry = drawn({
	width: 340,
	height: 500,
	radius: 30,
	dishes: {
		'sample-a': { x: 84, y: 32 },
		'sample-b': { x: 256, y: 32 },
		centrifuge: { x: 84, y: 138 },
		separation: { x: 256, y: 138 },
		growth: { x: 170, y: 212 },
	},
	lines: {
		first: { x: 20, y: 300, width: 320, height: 96 },
		second: { x: 20, y: 404, width: 320, height: 96 },
	},
	supply: { x: 170, y: -30 },
	toLine: (from, line) => {
		const [left, rail] = [6, 278];
		const x = from.x < 100 ? 40 : from.x > 200 ? 300 : 170;
		const out = from.x === x ? from.y + 54 : from.y + 26;
		return `M${x} ${out}V${rail}H${left}V${line.y + line.height / 2}H${line.x - 7}`;
	},
});

/** Returns the centre of a dish or a line. */
export function middleOf({ dishes, lines }: Geometry, place: Place): Point {
	const line = lines[place as LineId];
	return line ? { x: line.x + 60, y: line.y + line.height / 2 } : dishes[place as DishId];
}
