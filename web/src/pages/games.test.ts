import { expect, it } from 'vitest';
import type { Game } from '../gen/api.ts';
import list from '../gen/games.json';
import { usualLevel } from '../table/bots.ts';
import { seatsOf, usualSeats } from './games.svelte.ts';
import { forOne } from './landing/begin.ts';

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

it('knows which game can be played by one', () => {
	expect(['world', 'iberia', 'pharmacy'].map((name) => forOne(game(name)))).toEqual([true, false, false]);
});

it('gives bots the steady level where a game has it, and else its first', () => {
	expect(usualLevel(['novice', 'steady', 'expert'])).toBe('steady');
	expect(usualLevel(['random', 'eager'])).toBe('random');
	expect(usualLevel([])).toBe('');
	for (const { botLevels } of games) expect(botLevels).toContain(usualLevel(botLevels ?? []));
});
