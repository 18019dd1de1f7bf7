import { expect, it } from 'vitest';
import type { Game } from '../gen/api';
import list from '../gen/games.json';
import { seatsOf, usualSeats } from './games.svelte.ts';
import { fewest, forOne, sociable } from './landing/begin.ts';

const games = list as Game[];
const game = (name: string) => games.find((g) => g.name === name);

it('offers the seats that each game has when nothing else is chosen', () => {
	expect(seatsOf(game('world'))).toEqual(['2', '3', '4']);
	expect(seatsOf(game('iberia'))).toEqual(['2', '3', '4', '5']);
	expect(seatsOf(game('pharmacy'))).toEqual(['3', '4', '5', '6']);
	expect(usualSeats(game('pharmacy'))).toBe('4');
});

it('has seats to offer before the server has answered', () => {
	expect(seatsOf(undefined)).toEqual(['2', '3', '4']);
	expect(usualSeats(undefined)).toBe('2');
});

it('asks for company first where two are too few', () => {
	expect(['world', 'iberia', 'pharmacy'].map((name) => sociable(game(name)))).toEqual([false, false, true]);
	expect(fewest(game('pharmacy'))).toBe('3');
	expect(['world', 'iberia', 'pharmacy'].map((name) => forOne(game(name)))).toEqual([true, false, false]);
});
