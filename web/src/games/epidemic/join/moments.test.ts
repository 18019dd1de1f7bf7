// The first log is what a server sent to one seat of a game of the world game.

import { beforeEach, describe, expect, it } from 'vitest';
import { textsOf } from '../../../../languages.ts';
import type { Step } from '../../../gen/api.ts';
import { use } from '../../../i18n/words.svelte.ts';
import gameJSON from '../../../table/fixtures/game.json';
import { game as world } from '../../world/game.ts';
import { formatter } from '../log/formatter.ts';
import { cropOf, size } from './crop.ts';
import { momentsOf, standOf } from './moments.ts';

const { facts, numbers, start } = world.box;
const presenter = { facts, formatter: () => formatter };
const { map } = world;

/** Makes a log from made-up moves of a seat, each with its facts and their rules. */
function log(...plays: [number, ...string[]][]): Step[] {
	return plays.map(([seat, ...told], n) => ({
		n,
		at: n,
		kind: 'play',
		by: [seat],
		plays: [
			{
				seat,
				move: 'pass',
				facts: told.map((line) => {
					const [fact = '', rule = ''] = line.split(' | ');
					return { fact, rule };
				}),
			},
		],
	}));
}

beforeEach(() => use('en', textsOf('en')));

describe('the story', () => {
	it('has the longest chain of outbreaks of a real game', () => {
		expect(momentsOf(gameJSON as Step[], presenter, start)).toEqual([
			{
				kind: 'outbreaks',
				turn: 6,
				cities: ['khartoum', 'lagos', 'johannesburg', 'sao-paulo', 'kinshasa'],
				diseases: ['yellow'],
				all: 8,
			},
		]);
	});

	it('has the cures and the worst moment, in their order', () => {
		const steps = log(
			[0, 'turn-began 0', 'pawn-moved 0 paris | move/drive'],
			[0, 'epidemic-drawn 0 | draw/epidemic', 'infection-drawn lima | epidemic/infect'],
			[1, 'turn-began 1', 'cured red | action/cure'],
			[0, 'turn-began 0', 'cured blue | action/cure'],
		);
		expect(momentsOf(steps, presenter, 'atlanta')).toEqual([
			{ kind: 'epidemic', turn: 1, cities: ['lima'], diseases: [], all: 1 },
			{ kind: 'cures', turn: 3, cities: ['paris'], diseases: ['red', 'blue'], all: 2 },
		]);
	});

	it('is empty before anything has happened', () => {
		expect(momentsOf(log([0, 'turn-began 0']), presenter, start)).toEqual([]);
	});
});

describe('where a seat should look', () => {
	const seats = [{ pawn: 'paris' }] as never;
	const stand = (cubes: Record<string, Record<string, number>>) =>
		standOf({ cubes, seats }, 0, numbers.full, map.places);

	it('is the nearest full city', () => {
		const cubes = { sydney: { red: 3 }, cairo: { black: 3 }, milan: { blue: 2 } };
		expect(stand(cubes)).toEqual({ city: 'cairo', full: 3, here: false });
		expect(stand({ ...cubes, paris: { blue: 3 } })).toEqual({ city: 'paris', full: 3, here: true });
	});

	it('is its own city if no city is full', () => {
		expect(stand({ cairo: { black: 2 } })).toEqual({ city: 'paris', full: 0, here: true });
	});
});

describe('a picture of the map', () => {
	it('shows every city without leaving the map, and names few', () => {
		for (const [city, place] of map.places) {
			const crop = cropOf(map.places, map, [city], [...map.places.keys()]);
			expect(crop.cities, city).toContain(city);
			expect(crop.x).toBeGreaterThanOrEqual(0);
			expect(crop.x + size.width).toBeLessThanOrEqual(map.width);
			expect(crop.y).toBeGreaterThanOrEqual(0);
			expect(crop.y + size.height).toBeLessThanOrEqual(map.height);
			expect(crop.named.length, `${city} ${place.x}`).toBeLessThanOrEqual(6);
		}
	});

	it('shows a near second city, too', () => {
		expect(cropOf(map.places, map, ['paris', 'algiers']).named).toEqual(['paris', 'algiers']);
	});
});
