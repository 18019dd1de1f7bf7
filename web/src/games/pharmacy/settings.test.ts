import { expect, it } from 'vitest';
import games from '../../gen/games.json';
import { careOf, diagnosisOf, keeperGets } from './settings.ts';

const usual = (option: string) =>
	games.find((game) => game.name === 'pharmacy')?.options.find(({ name }) => name === option)?.default;

it('reads where intensive care begins', () => {
	expect(careOf({ care: '13' })).toBe(13);
	expect(careOf({ care: '12' })).toBe(12);
});

it('reads whether who keeps a card gets its pills', () => {
	expect(keeperGets({ keeper: 'pills' })).toBe(true);
	expect(keeperGets({ keeper: usual('keeper') ?? '' })).toBe(false);
	expect(keeperGets(undefined)).toBe(false);
});

it('falls back on what the rules take when nobody chooses', () => {
	expect(careOf(undefined)).toBe(Number(usual('care')));
	expect(diagnosisOf(undefined)).toBe(Number(usual('diagnosis')));
});
