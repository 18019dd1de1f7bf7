import { describe, expect, it } from 'vitest';
import { game } from '../../world/game.ts';
import { positionOf } from '../model/position.ts';
import { longest, plansOf, step } from './plan.svelte.ts';

const position = positionOf(game.box, {
	'seats-at-table': [
		{ role: 'medic', pawn: 'paris' },
		{ role: 'scientist', pawn: 'lima' },
	],
	hands: [{}, {}],
});

describe('a plan', () => {
	it('grows by the city that is pointed at', () => {
		expect(step(step([], 'essen'), 'london')).toEqual(['essen', 'london']);
	});

	it('takes its last step back when that is pointed at again', () => {
		expect(step(['essen', 'london'], 'london')).toEqual(['essen']);
	});

	it('may pass a city twice', () => {
		expect(step(['essen', 'london'], 'essen')).toEqual(['essen', 'london', 'essen']);
	});

	it('is not longer than the server shows', () => {
		const path = Array.from({ length: longest }, (_, i) => (i % 2 ? 'essen' : 'london'));
		expect(step(path, 'paris')).toEqual(path);
	});

	it('is drawn from where its pawn stands', () => {
		expect(plansOf({ 0: ['drive essen', 'direct tokyo'], 1: [] }, position)).toEqual([
			{ seat: 0, path: ['paris', 'essen', 'tokyo'] },
		]);
		expect(plansOf({}, position)).toEqual([]);
	});
});
