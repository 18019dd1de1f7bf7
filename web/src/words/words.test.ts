import { afterEach, expect, it } from 'vitest';
import en from '../../../locale/en.json';
import { games } from '../games/games.ts';
import { has, name, speakOf, text, use } from './words.svelte.ts';

const leave: (() => void)[] = [];
afterEach(() => {
	while (leave.length > 0) leave.pop()?.();
});

use('en', { 'end.win': 'won', 'iberia.end.win': 'all researched', 'iberia.city.x': 'X', 'city.y': 'Y' });

it('speaks as the players of a game do, as long as its table is open', () => {
	expect(text('end.win')).toBe('won');
	const hush = speakOf('iberia');
	expect(text('end.win')).toBe('all researched');
	expect(name('city', 'x')).toBe('X');
	expect(name('city', 'y')).toBe('Y');
	expect(has('city.x')).toBe(true);
	hush();
	expect(text('end.win')).toBe('won');
	expect(has('city.x')).toBe(false);
});

it('keeps to the table that came last, whichever is left first', () => {
	const old = speakOf('iberia');
	leave.push(speakOf('world'));
	expect(text('end.win')).toBe('won');
	leave.push(speakOf('iberia'));
	old();
	expect(text('end.win')).toBe('all researched');
});

it('has no text of a game that stands for none', () => {
	const own = Object.keys(en).filter((key) => Object.keys(games).some((game) => key.startsWith(`${game}.`)));
	const stray = own.filter((key) => !(key.slice(key.indexOf('.') + 1) in en));
	expect(stray).toEqual([]);
});
