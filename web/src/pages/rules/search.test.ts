import { describe, expect, it } from 'vitest';
import type { Rule } from '../../gen/api.ts';
import { find, pieces } from './search.ts';

const rule = (id: string, title: string, text: string): Rule => ({
	id,
	title,
	text,
	section: 'S',
	definition: false,
});
const rules = [
	rule('a/1', 'Éclosion', 'Une éclosion touche chaque ville voisine.'),
	rule('b/1', 'Cœur', 'Le cœur du jeu.'),
	rule('b/2', 'Main', 'Sept cartes au plus.'),
];

describe('the search', () => {
	it('minds neither accents nor capitals', () => {
		expect(find(rules, 'ECLOSION').map((r) => r.id)).toEqual(['a/1']);
		expect(find(rules, 'coeur').map((r) => r.id)).toEqual(['b/1']);
	});

	it('wants every word', () => {
		expect(find(rules, 'ville eclosion')).toHaveLength(1);
		expect(find(rules, 'ville cartes')).toHaveLength(0);
	});

	it('finds everything for nothing', () => {
		expect(find(rules, '  ')).toHaveLength(3);
	});

	it('marks what it found where it stands in the text', () => {
		expect(pieces('Une éclosion touche', 'ECLO')).toEqual([
			{ text: 'Une ', hit: false },
			{ text: 'éclo', hit: true },
			{ text: 'sion touche', hit: false },
		]);
		expect(pieces('Le cœur bat', 'bat')).toEqual([
			{ text: 'Le cœur ', hit: false },
			{ text: 'bat', hit: true },
		]);
	});
});
