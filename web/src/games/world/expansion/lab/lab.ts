// The laboratory as the view tells it: what lies in the dishes, and how far each
// line of research is. Sequence cards are generated from the game.

import { sequences } from '../../../../gen/world-more.json';
import type { Position } from '../../../epidemic/model/position.ts';
import { viewOf } from '../view.ts';

/** In the order in which cubes go through them. */
export const dishIds = ['sample-a', 'sample-b', 'centrifuge', 'separation', 'growth'] as const;
export type DishId = (typeof dishIds)[number];
export const lineIds = ['first', 'second'] as const;
export type LineId = (typeof lineIds)[number];
export type Place = DishId | LineId;

/** Cubes by their disease. */
export type Cubes = Readonly<Record<string, number>>;

/** A circle of a sequence card: its own colour, or grey, and the cube that fills it. */
export interface Circle {
	colour: string;
	cube?: string;
}

/** What a sequence card shows. */
export interface SequenceFace {
	id: string;
	/** The diseases whose cures it can lead to. */
	vials: readonly string[];
	circles: readonly Circle[];
}

export interface Line {
	id: LineId;
	card?: SequenceFace;
	/** The disease whose cure it is for. */
	cure?: string;
	characterised?: string;
	tested?: string;
	filled: number;
	/** Nothing is missing for the cure but the cards that finding it takes. */
	complete: boolean;
}

export interface Lab {
	dishes: Readonly<Record<DishId, Cubes>>;
	lines: readonly Line[];
	/** Cards left in the sequence deck. */
	deck: number;
}

const cards = new Map<string, { vials: readonly string[]; circles: Record<string, number | undefined> }>(
	sequences.map((card) => [card.id, card]),
);
const grey = 'grey';

/** A sequence card with the cubes that lie on it: own colours first, the cure's on grey, the rest where there is room. */
export function faceOf(
	id: string,
	playing: readonly string[],
	filled: Cubes = {},
	cubes: Cubes = {},
	cure = '',
): SequenceFace | undefined {
	const card = cards.get(id);
	if (!card) return undefined;
	const left: Record<string, number> = { ...cubes };
	const take = (disease: string): string | undefined => {
		if (!left[disease]) return undefined;
		left[disease] -= 1;
		return disease;
	};
	const circles = Object.entries(card.circles)
		.toSorted(([a], [b]) => Number(a === grey) - Number(b === grey))
		.flatMap(([colour, n = 0]) =>
			Array.from({ length: n }, (_, i) => ({ colour, full: i < (filled[colour] ?? 0) })),
		)
		.map(({ colour, full }) => ({
			colour,
			full,
			cube: full ? take(colour === grey ? cure : colour) : undefined,
		}));
	const any = () => Object.keys(left).find((d) => left[d]) ?? '';
	return {
		id,
		vials: card.vials.filter((d) => playing.includes(d)),
		circles: circles.map(({ colour, full, cube }) => ({
			colour,
			cube: full ? (cube ?? take(any())) : undefined,
		})),
	};
}

/** The diseases that a table plays with. */
export const playing = ({ supply }: Position): string[] => Object.keys(supply);

/** The laboratory of a position; null at a table without one. */
export function labOf(position: Position): Lab | null {
	const view = viewOf(position);
	if (!view.research) return null;
	const diseases = playing(position);
	const line = (id: LineId, i: number): Line => {
		const { sequence, cure, circles, cubes, ...on } = view.research?.[i] ?? {};
		const card = sequence && faceOf(sequence, diseases, circles, cubes, cure);
		const filled = card ? card.circles.filter((c) => c.cube).length : 0;
		const tested = on['tested-with'];
		return {
			id,
			card: card || undefined,
			cure,
			characterised: on['characterised-with'],
			tested,
			filled,
			complete: Boolean(card && cure && tested && filled === card.circles.length),
		};
	};
	const dishes = dishIds.map((id) => [id, view.dishes?.[id] ?? {}] as const);
	return {
		dishes: Object.fromEntries(dishes) as Lab['dishes'],
		lines: lineIds.map(line),
		deck: view['sequence-deck-size'] ?? 0,
	};
}

export const total = (cubes: Cubes): number => Object.values(cubes).reduce((sum, n) => sum + n, 0);

/** The places of the laboratory that differ between two positions. */
export function changedIn(before: Lab, now: Lab): Set<Place> {
	const differ = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);
	return new Set<Place>([
		...dishIds.filter((id) => differ(before.dishes[id], now.dishes[id])),
		...lineIds.filter((_, i) => differ(before.lines[i], now.lines[i])),
	]);
}
