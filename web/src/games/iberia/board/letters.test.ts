import { expect, it } from 'vitest';
import en from '../../../../../locale/en.json';
import fr from '../../../../../locale/fr.json';
import { diseases } from '../../../gen/iberia.json';
import { letters } from './shapes.ts';

it.each([
	['English', en],
	['French', fr],
])('tells diseases apart by letters that are drawn, in %s', (_, texts: Record<string, string>) => {
	const found = diseases.map(({ id }) => texts[`terminal.letter.${id}`] ?? '');
	expect(new Set(found).size).toBe(diseases.length);
	for (const letter of found) expect(letters).toHaveProperty(letter);
});
