// The story of a running map game in at most two moments: what went well and what went wrong. They come from
// the facts of its log, without the rules.

import type { Step } from '../../../gen/api.ts';
import { said, seatOf } from '../../../table/folded.ts';
import { logTurns } from '../../../table/turns.ts';
import type { GamePresenter } from '../../presenter.ts';
import type { Position } from '../model/position.ts';

export interface Moment {
	kind: 'cures' | 'eradicated' | 'outbreaks' | 'epidemic';
	turn: number;
	/** The cities where it happened, in order. */
	cities: string[];
	/** The diseases that were cured, or the disease that was eradicated. */
	diseases: string[];
	/** How many there have been in the game so far, with these. */
	all: number;
}

/** How dramatic a moment is. A chain of outbreaks counts for more with each city. */
const weight = ({ kind, cities }: Moment): number =>
	({ cures: 12, eradicated: 9, outbreaks: 4 + 3 * cities.length, epidemic: 5 })[kind];

/** Returns up to two moments in the order in which they happened: the best and the worst, if there are both. */
export function momentsOf(
	steps: readonly Step[],
	presenter: Pick<GamePresenter, 'facts' | 'formatter'>,
	start = '',
): Moment[] {
	const good: Moment[] = [];
	const bad: Moment[] = [];
	const pawns = new Map<number, string>();
	let [outbreaks, epidemics] = [0, 0];
	/** The epidemic whose city is the next one to be infected. */
	let drawn: Moment | undefined;
	for (const { number: turn, entries } of logTurns(steps, presenter))
		for (const { seats, facts } of entries)
			for (const fact of facts) {
				const { word } = fact.line;
				const city = said(fact, 'city');
				const disease = said(fact, 'disease');
				if (word === 'pawn-moved') pawns.set(seatOf(fact) ?? -1, city);
				else if (word === 'cured' || word === 'researched') {
					const before = good.findLast(({ kind }) => kind === 'cures');
					const diseases = [...(before?.diseases ?? []), disease];
					const here = pawns.get(seats[0] ?? -1) ?? start;
					good.push({ kind: 'cures', turn, cities: [here], diseases, all: diseases.length });
				} else if (word === 'eradicated')
					good.push({ kind: 'eradicated', turn, cities: [], diseases: [disease], all: 1 });
				else if (word === 'outbreak') {
					outbreaks++;
					const chain =
						fact.rule === 'outbreak/chain' ? bad.findLast(({ kind }) => kind === 'outbreaks') : undefined;
					if (chain) Object.assign(chain, { cities: [...chain.cities, city], all: outbreaks });
					else bad.push({ kind: 'outbreaks', turn, cities: [city], diseases: [disease], all: outbreaks });
				} else if (word === 'epidemic-drawn') {
					drawn = { kind: 'epidemic', turn, cities: [], diseases: [], all: ++epidemics };
					bad.push(drawn);
				} else if (drawn && word === 'infection-drawn') {
					drawn.cities = [city];
					drawn = undefined;
				}
			}
	const [best, worst] = [heaviest(good), heaviest(bad)];
	const two = best && worst ? [best, worst] : [best ?? worst].filter((moment) => moment !== undefined);
	const order = (moment: Moment) => moment.turn * 2 + (good.includes(moment) ? 0 : 1);
	return two.sort((a, b) => order(a) - order(b));
}

/** Returns the heaviest of some moments, the latest of equal ones. */
function heaviest(moments: readonly Moment[]): Moment | undefined {
	return moments.reduce<Moment | undefined>(
		(best, moment) => (best && weight(best) > weight(moment) ? best : moment),
		undefined,
	);
}

/** The state of the game for a seat: the nearest endangered city, and whether the seat's pawn is there. */
interface Stand {
	city: string;
	/** The number of cubes of one disease in the city, if it is full. */
	full: number;
	/** Whether the seat's pawn is in the city. */
	here: boolean;
}

/** A point of the map. */
type Spot = { x: number; y: number };

/**
 * Returns where a seat should look now: the full city that is nearest to its pawn, or the pawn's own city if
 * none is full.
 */
export function standOf(
	{ cubes, seats }: Pick<Position, 'cubes' | 'seats'>,
	seat: number,
	full: number,
	places: ReadonlyMap<string, Spot>,
): Stand {
	const pawn = seats[seat]?.pawn ?? '';
	const at = places.get(pawn);
	const far = (city: string) => {
		const to = places.get(city);
		return at && to ? Math.hypot(to.x - at.x, to.y - at.y) : Number.POSITIVE_INFINITY;
	};
	const hot = Object.entries(cubes)
		.filter(([, some]) => Object.values(some ?? {}).some((n) => (n ?? 0) >= full))
		.map(([city]) => city)
		.sort((a, b) => far(a) - far(b));
	const [city] = hot;
	return {
		city: city ?? pawn,
		full: city === undefined ? 0 : full,
		here: city === undefined || city === pawn,
	};
}
