import { describe, expect, it } from 'vitest';
import type { Step } from '../../../gen/api.ts';
import { game } from '../../world/game.ts';
import { byDisease, layersOf, newestDiscard, newestInfection } from './deck.ts';

describe('layersOf', () => {
	it('lays classes out from the top, counted from 1', () => {
		const classes = [
			{ cards: ['cairo', 'paris', 'lima'], from: 2, to: 4 },
			{ cards: ['tokyo', 'seoul'], from: 0, to: 1 },
		];
		expect(layersOf({ classes, known: [] })).toEqual([
			{ from: 1, to: 2, cards: ['tokyo', 'seoul'] },
			{ from: 3, to: 5, cards: ['cairo', 'paris', 'lima'] },
		]);
	});

	it('names a card by its place and leaves it out of its class', () => {
		const classes = [{ cards: ['tokyo', 'seoul', 'osaka'], from: 0, to: 2 }];
		expect(layersOf({ classes, known: [{ fromTop: 0, card: 'osaka' }] })).toEqual([
			{ from: 1, to: 1, cards: ['osaka'] },
			{ from: 2, to: 3, cards: ['tokyo', 'seoul'] },
		]);
	});

	it('keeps a class together around a known card in its middle', () => {
		const classes = [{ cards: ['tokyo', 'seoul', 'osaka'], from: 0, to: 2 }];
		expect(layersOf({ classes, known: [{ fromTop: 1, card: 'osaka' }] })).toEqual([
			{ from: 1, to: 3, cards: ['tokyo', 'seoul'] },
			{ from: 2, to: 2, cards: ['osaka'] },
		]);
	});
});

describe('byDisease', () => {
	it('groups in the order of the box, events last', () => {
		expect(byDisease(game.box, ['airlift', 'tokyo', 'paris', 'seoul'])).toEqual([
			{ disease: 'blue', cards: ['paris'] },
			{ disease: 'red', cards: ['tokyo', 'seoul'] },
			{ disease: '', cards: ['airlift'] },
		]);
	});
});

describe('newest', () => {
	const step = (n: number, ...facts: string[]): Step => ({
		n,
		at: 0,
		kind: 'play',
		plays: [{ facts: facts.map((fact) => ({ fact, rule: '' })) }],
	});

	it('finds the cards of the last step that turned any', () => {
		const steps = [
			step(1, 'infection-drawn lima'),
			step(2, 'infection-drawn cairo', 'infection-drawn paris', 'card-discarded 0 tokyo'),
			step(3, 'pawn-moved 0 essen'),
		];
		expect(newestInfection(game.box, steps)).toEqual(['cairo', 'paris']);
		expect(newestDiscard(game.box, steps)).toEqual(['tokyo']);
		expect(newestDiscard(game.box, [])).toEqual([]);
	});
});
