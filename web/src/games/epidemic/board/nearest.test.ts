import { expect, test } from 'vitest';
import { game } from '../../world/game.ts';
import { type Direction, nearest, typed } from './nearest.ts';

const directions: Direction[] = ['up', 'down', 'left', 'right'];

test('the next city lies in the direction', () => {
	const places = new Map([
		['a', { x: 100, y: 100 }],
		['near', { x: 160, y: 110 }],
		['far', { x: 300, y: 100 }],
		['under', { x: 105, y: 200 }],
	]);
	const map = { places, width: 1600, round: true };
	expect(nearest('a', 'right', map)).toBe('near');
	expect(nearest('a', 'down', map)).toBe('under');
	expect(nearest('a', 'up', map)).toBeNull();
});

test('a map that goes round is left at one edge and entered at the other', () => {
	const places = new Map([
		['west', { x: 50, y: 100 }],
		['east', { x: 1550, y: 110 }],
	]);
	const round = { places, width: 1600, round: true };
	expect(nearest('west', 'left', round)).toBe('east');
	expect(nearest('east', 'right', round)).toBe('west');
	expect(nearest('west', 'left', { ...round, round: false })).toBeNull();
});

test('every city of the map can be reached with the arrow keys from every other', () => {
	const { places } = game.map;
	for (const start of places.keys()) {
		const seen = new Set([start]);
		const open = [start];
		for (let here = open.pop(); here; here = open.pop()) {
			for (const d of directions) {
				const next = nearest(here, d, game.map);
				if (next && !seen.has(next)) {
					seen.add(next);
					open.push(next);
				}
			}
		}
		expect(seen.size).toBe(places.size);
	}
});

test('letters find a city, whatever its accents', () => {
	const named = [
		['bogota', 'Bogotá'],
		['baghdad', 'Baghdad'],
		['sao-paulo', 'São Paulo'],
		['beijing', 'Beijing'],
	] as const;
	expect(typed('sao', null, named)).toBe('sao-paulo');
	expect(typed('b', null, named)).toBe('baghdad');
	expect(typed('b', 'baghdad', named)).toBe('beijing');
	expect(typed('bb', 'beijing', named)).toBe('bogota');
	expect(typed('bo', 'baghdad', named)).toBe('bogota');
	expect(typed('bog', 'bogota', named)).toBe('bogota');
	expect(typed('x', 'bogota', named)).toBeNull();
});
