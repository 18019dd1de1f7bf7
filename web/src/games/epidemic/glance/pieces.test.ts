import { expect, it } from 'vitest';
import iberia from '../../../gen/iberia.json';
import iberiaMap from '../../../gen/iberia-map.json';
import iberiaPlaces from '../../../gen/iberia-places.json';
import world from '../../../gen/world.json';
import worldMap from '../../../gen/world-map.json';
import worldPlaces from '../../../gen/world-places.json';
import { placed } from './pieces.ts';

const map = { places: { paris: [100, 100], cairo: [200, 300] } };

it('draws every piece, cubes before pawns, and none outside the map', () => {
	const drawn = placed(
		{ medic: { paris: 1 }, blue: { cairo: 2, paris: 1, nowhere: 3 }, black: { cairo: 1 } },
		map,
	);
	expect(drawn.map(({ kind }) => kind)).toEqual(['blue', 'blue', 'blue', 'black', 'medic']);
	expect(drawn.slice(1, 4).map(({ x }) => x)).toEqual([178, 200, 222]);
	expect(new Set(drawn.map(({ kind, x, y }) => `${kind} ${x} ${y}`)).size).toBe(drawn.length);
});

it.each([
	['world', world.cities, worldMap, worldPlaces],
	['iberia', iberia.cities, iberiaMap, iberiaPlaces],
])('%s: the small picture shows every city where the map has it', (_, cities, board, { shown, places }) => {
	const [x = 0, y = 0, width = 0, height = 0] = shown;
	expect(width / height).toBeCloseTo(16 / 9);
	for (const { id } of cities) {
		const at = (places as Record<string, number[]>)[id] ?? [];
		const there = (board.cities as Record<string, { x: number; y: number }>)[id];
		expect(at).toEqual([there?.x, there?.y]);
		expect(at[0]).toBeGreaterThan(x);
		expect(at[0]).toBeLessThan(x + width);
		expect(at[1]).toBeGreaterThan(y);
		expect(at[1]).toBeLessThan(y + height);
	}
});
