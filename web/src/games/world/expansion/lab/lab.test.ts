import { describe, expect, it } from 'vitest';
import { offersOf } from '../../../epidemic/model/offers.ts';
import { type Position, positionOf } from '../../../epidemic/model/position.ts';
import { gameOf } from '../game.ts';
import { benchMovesOf, short } from './bench.ts';
import { flightsOf, pathOf } from './flights.ts';
import { tall, wide } from './geometry.ts';
import { changedIn, dishIds, faceOf, type Lab, labOf, lineIds } from './lab.ts';

const { box } = gameOf({ box: 'lab', lab: 'on' });

function position(view: Record<string, unknown> = {}): Position {
	return positionOf(box, {
		'seats-at-table': [],
		hands: [],
		supply: { blue: 10, yellow: 24, black: 24, red: 1 },
		dishes: { 'sample-a': { blue: 2, red: 1 }, centrifuge: { red: 2 } },
		research: [
			{
				sequence: 'pair-red-blue',
				cure: 'blue',
				'characterised-with': 'paris',
				circles: { blue: 1, grey: 1 },
				cubes: { blue: 2 },
			},
			{},
		],
		...view,
	});
}

const lab = (view?: Record<string, unknown>) => labOf(position(view)) as Lab;

describe('the laboratory of a view', () => {
	it('is none where nothing is researched', () => {
		expect(labOf(position({ research: undefined }))).toBeNull();
	});

	it('knows the cubes of every dish', () => {
		expect(lab().dishes['sample-a']).toEqual({ blue: 2, red: 1 });
		expect(lab().dishes.growth).toEqual({});
	});

	it('lays cubes on circles: own colours, and the cure’s on grey', () => {
		const [first, second] = lab().lines;
		expect(first?.filled).toBe(2);
		expect(first?.card?.circles.filter((c) => c.cube).map((c) => c.colour)).toEqual(['blue', 'grey']);
		expect(first?.complete).toBe(false);
		expect(second?.card).toBeUndefined();
	});

	it('lays whatever is left on the circles of an eradicated disease', () => {
		const face = faceOf('small-blue', ['blue', 'red'], { blue: 2 }, { blue: 1, red: 1 }, 'blue');
		expect(face?.circles.map((c) => c.cube)).toEqual(['blue', 'red', undefined, undefined]);
	});

	it('is complete with a test and every circle filled', () => {
		const research = [
			{
				sequence: 'small-red',
				cure: 'red',
				'characterised-with': 'tokyo',
				'tested-with': 'osaka',
				circles: { red: 3, grey: 1 },
				cubes: { red: 4 },
			},
			{},
		];
		expect(lab({ research }).lines[0]?.complete).toBe(true);
		expect(lab({ research: [{ ...research[0], 'tested-with': undefined }, {}] }).lines[0]?.complete).toBe(
			false,
		);
	});

	it('tells which places changed', () => {
		const now = lab({ dishes: { 'sample-a': { blue: 2, red: 1 } } });
		expect([...changedIn(lab(), now)]).toEqual(['centrifuge']);
		expect(changedIn(now, now).size).toBe(0);
	});
});

describe('ways', () => {
	const offers = offersOf(box, 0, [
		'centrifuge sample-a blue',
		'centrifuge sample-a red',
		'separate sample-a',
		'grow centrifuge',
		'fill centrifuge first',
		'test first london',
		'characterise second red tokyo',
		'sequence',
		'draw',
	]);
	const ways = benchMovesOf(offers);

	it('lead from dishes to what the moves say', () => {
		expect([...(ways.from.get('sample-a')?.keys() ?? [])]).toEqual(['centrifuge', 'separation']);
		expect(ways.from.get('sample-a')?.get('centrifuge')).toHaveLength(2);
		expect([...(ways.from.get('centrifuge')?.keys() ?? [])]).toEqual(['growth', 'first']);
		expect(ways.from.has('growth')).toBe(false);
	});

	it('hold every move of the laboratory once, and nothing else', () => {
		const all = [
			...[...ways.from.values()].flatMap((to) => [...to.values()].flat()),
			...[...ways.test.values(), ...ways.characterise.values()].flat(),
			ways.sequence,
		];
		expect(all.map((o) => o?.raw).toSorted()).toEqual(
			offers
				.map((o) => o.raw)
				.filter((raw) => raw !== 'draw')
				.toSorted(),
		);
		expect(ways.to.size).toBe(0);
	});

	it('are answers where a sample or a sequence card is placed', () => {
		expect([...benchMovesOf(offersOf(box, 0, ['sample sample-b', 'enough'])).to.keys()]).toEqual([
			'sample-b',
		]);
		expect([...benchMovesOf(offersOf(box, 0, ['slot first', 'slot second'])).to.keys()]).toEqual([
			'first',
			'second',
		]);
	});

	it('warn where the supply is too short to double a dish', () => {
		const [grow] = offersOf(box, 0, ['grow centrifuge']);
		if (!grow) throw new Error('no offer');
		expect(short(lab(), position(), grow)).toEqual(['red']);
		expect(short(lab(), position({ supply: { red: 2 } }), grow)).toEqual([]);
	});
});

describe('flights', () => {
	const step = (move: string, ...facts: string[]) => [
		{ n: 1, kind: 'move', plays: [{ seat: 0, move, facts: facts.map((fact) => ({ fact })) }] },
	];
	const flights = (move: string, ...facts: string[]) =>
		flightsOf(box, step(move, ...facts) as unknown as Parameters<typeof flightsOf>[1]);

	it('follow the facts', () => {
		expect(
			flights('centrifuge sample-a blue', 'cubes-carried sample-a centrifuge blue 2', 'cubes-returned red 1'),
		).toEqual([
			{ disease: 'blue', n: 2, from: 'sample-a', to: 'centrifuge' },
			{ disease: 'red', n: 1, from: 'sample-a' },
		]);
		expect(flights('fill growth second', 'circles-filled second red 2')).toEqual([
			{ disease: 'red', n: 2, from: 'growth', to: 'second' },
		]);
		expect(flights('drive cairo', 'pawn-moved 0 cairo')).toEqual([]);
	});

	it('take the arrow where there is one', () => {
		const arrow = wide.arrows.find((a) => a.from === 'growth' && a.to === 'second');
		const path = pathOf(wide, { disease: 'red', n: 1, from: 'growth', to: 'second' });
		expect(path).toContain(arrow?.path.slice(1));
	});
});

describe.each([
	['wide', wide],
	['tall', tall],
])('the %s picture', (_, g) => {
	it('has every part inside, and none over another', () => {
		const parts = [
			...dishIds.map((id) => {
				const { x, y } = g.dishes[id];
				return { x: x - g.radius, y: y - g.radius, width: 2 * g.radius, height: 2 * g.radius + 14 };
			}),
			...lineIds.map((id) => g.lines[id]),
		];
		for (const [i, a] of parts.entries()) {
			expect(a.x >= 0 && a.y >= 0 && a.x + a.width <= g.width && a.y + a.height <= g.height + 1).toBe(true);
			for (const b of parts.slice(i + 1)) {
				const apart =
					a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
				expect(apart).toBe(true);
			}
		}
	});

	it('has an arrow for every way that cubes can go', () => {
		expect(g.arrows).toHaveLength(6 + 3 * 2);
	});
});
