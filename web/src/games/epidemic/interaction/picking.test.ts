import { describe, expect, it } from 'vitest';
import { game } from '../../world/game.ts';
import { offersOf } from '../model/offers.ts';
import { inSteps, levelOf } from './picking.ts';

const offers = (...moves: string[]) => offersOf(game.box, 0, moves);
const answers = (moves: string[], lines: string[] = [], from?: string) => {
	const level = levelOf({ offers: offers(...moves), from }, lines);
	return level && { kind: level.kind, at: level.at, of: [...level.answers.keys()] };
};

describe('a move that names several things', () => {
	it('is chosen by its word first, then by what tells the moves apart', () => {
		const moves = ['give 1 paris', 'give 2 paris', 'take 1 lima'];
		expect(answers(moves)).toEqual({ kind: 'word', at: -1, of: ['give', 'take'] });
		expect(answers(moves.slice(0, 2))).toEqual({ kind: 'seat', at: 0, of: ['1', '2'] });
	});

	it('is not asked about what is the same in all of them', () => {
		expect(answers(['give 1 paris', 'give 1 lima'])).toEqual({ kind: 'card', at: 1, of: ['paris', 'lima'] });
	});

	it('asks nothing where one is left', () => {
		expect(answers(['give 1 paris'])).toBeNull();
		expect(answers([])).toBeNull();
	});

	it('leaves the moves of each answer, and no others', () => {
		const level = levelOf({ offers: offers('give 1 paris', 'give 1 lima', 'give 2 lima') });
		expect(level?.answers.get('1')?.map((o) => o.raw)).toEqual(['give 1 paris', 'give 1 lima']);
		expect(level?.answers.get('2')?.map((o) => o.raw)).toEqual(['give 2 lima']);
	});

	it('names a line by either of its ends', () => {
		// The world game has no moves on railway lines, so made-up moves with two cities stand in for them.
		const [ab, bc] = offers('rail paris milan', 'rail milan cairo').map((o) => ({
			...o,
			cities: o.operands.map((v) => v.value),
		}));
		if (!ab || !bc) throw new Error('no offers');
		const first = levelOf({ offers: [ab, bc] }, ['rail']);
		expect([...(first?.answers.keys() ?? [])]).toEqual(['paris', 'milan', 'cairo']);
		expect(first?.answers.get('milan')).toHaveLength(2);
		const then = levelOf({ offers: [ab, bc], from: 'milan' }, ['rail']);
		expect([...(then?.answers.keys() ?? [])]).toEqual(['paris', 'cairo']);
	});

	it('is chosen in steps only where a list would be long', () => {
		const many = Array.from({ length: 10 }, (_, i) => `give ${i} paris`);
		expect(inSteps(offers(...many))).toBe(true);
		expect(inSteps(offers(...many.slice(1)))).toBe(false);
		expect(inSteps(offers(...Array.from({ length: 20 }, () => 'drive paris')))).toBe(false);
	});
});
