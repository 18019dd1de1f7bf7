import { expect, test } from 'vitest';
import english from '../../../../../locale/en.json';
import french from '../../../../../locale/fr.json';
import { game } from '../../world/game.ts';
import { pieceSize, wholeScale } from './camera.ts';
import { letterSize, placeLabels } from './labels.ts';

const { places } = game.map;

const catalogues: Record<string, Partial<Record<string, string>>> = { english, french };

test.each(Object.keys(catalogues))(
	'on a desktop every name keeps clear of cities and of other names: %s',
	(language) => {
		const names = new Map([...places.keys()].map((c) => [c, catalogues[language]?.[`city.${c}`] ?? '']));
		expect([...names.values()].every(Boolean)).toBe(true);
		for (const view of [
			{ width: 1160, height: 712 },
			{ width: 1000, height: 560 },
			{ width: 1600, height: 900 },
		]) {
			const s = wholeScale(view, game.map);
			const pieces = pieceSize(s);
			const labels = placeLabels(game, pieces / s, letterSize(pieces), names);
			expect([...labels].filter(([, l]) => l.crowded).map(([c]) => c)).toEqual([]);
		}
	},
);

test('letters never become smaller than can be read', () => {
	for (const pieces of [0.5, 0.7, 1, 1.4]) expect(letterSize(pieces) * pieces).toBeGreaterThanOrEqual(11);
});
