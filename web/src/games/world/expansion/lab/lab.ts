// The state of the laboratory, read from the server's view: the content of the dishes, and the progress of
// each line of research. The sequence cards are generated from the game's rules.

import { sequences } from '../../../../gen/world-more.json';
import type { Position } from '../../../epidemic/model/position.ts';
import { viewOf } from '../view.ts';

/** The dishes, in the order in which cubes move through them. */
export const dishIds = ['sample-a', 'sample-b', 'centrifuge', 'separation', 'growth'] as const;
export type DishId = (typeof dishIds)[number];
export const lineIds = ['first', 'second'] as const;
export type LineId = (typeof lineIds)[number];
export type Place = DishId | LineId;

/** The number of cubes by disease. */
export type Cubes = Readonly<Record<string, number>>;

/** A circle of a sequence card: its colour, or grey, and the cube in it. */
export interface Circle {
	colour: string;
	cube?: string;
}

/** What is printed on a sequence card. */
interface SequenceFace {
	id: string;
	/** The diseases that the card can cure. */
	vials: readonly string[];
	circles: readonly Circle[];
}

export interface Line {
	id: LineId;
	card?: SequenceFace;
	/** The disease that the line will cure, once that is decided. */
	cure?: string;
	characterised?: string;
	tested?: string;
	filled: number;
	/** Whether everything for the cure is done, apart from the cards that the cure itself takes. */
	complete: boolean;
}

export interface Lab {
	dishes: Readonly<Record<DishId, Cubes>>;
	lines: readonly Line[];
	/** The number of cards left in the sequence deck. */
	deck: number;
}

const cards = new Map<string, { vials: readonly string[]; circles: Record<string, number | undefined> }>(
	sequences.map((card) => [card.id, card]),
);
const grey = 'grey';

/**
 * Returns a sequence card with its cubes assigned to circles. A cube goes to a circle of its own colour,
 * otherwise to a grey one for the cured disease, otherwise to any free one.
 */
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

/** Returns the diseases that a table plays with. */
export const playing = ({ supply }: Position): string[] => Object.keys(supply);

/** Returns the laboratory in a position; null if the table has none. */
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

/** Returns the dishes and lines that differ between two states of the laboratory. */
export function changedIn(before: Lab, now: Lab): Set<Place> {
	const differ = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);
	return new Set<Place>([
		...dishIds.filter((id) => differ(before.dishes[id], now.dishes[id])),
		...lineIds.filter((_, i) => differ(before.lines[i], now.lines[i])),
	]);
}
