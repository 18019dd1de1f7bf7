import { expect, it } from 'vitest';
import { textsOf } from '../../../../languages.ts';
import { diseases } from '../../../gen/iberia.json';
import { letters } from './shapes.ts';

const en = textsOf('en');
const fr = textsOf('fr');

it.each([
	['English', en],
	['French', fr],
])('tells diseases apart by letters that are drawn, in %s', (_, texts: Record<string, string>) => {
	const found = diseases.map(({ id }) => texts[`terminal.letter.${id}`] ?? '');
	expect(new Set(found).size).toBe(diseases.length);
	for (const letter of found) expect(letters).toHaveProperty(letter);
});
