import { describe, expect, it } from 'vitest';
import round from '../games/pharmacy/log/fixtures/round.json';
import type { Step, Table, Update } from '../gen/api.ts';
import game from '../table/fixtures/game.json';
import { callOf, rings, satDown, soundOf } from './calling.ts';

function update(question: Update['question'], more: Partial<Update> = {}): Update {
	return { n: 1, at: 0, made: 1, moves: null, steps: null, view: {}, question, ...more };
}
const turn = update({ id: '1', step: 'action', any: [1] });

describe('a call', () => {
	it('is for who owes an answer', () => {
		expect(callOf(turn, [1])?.kind).toBe('turn');
		expect(callOf(turn, [0])).toBeNull();
		expect(callOf(turn, [])).toBeNull();
		expect(callOf(null, [1])).toBeNull();
	});

	it('is a question off turn', () => {
		expect(callOf(update({ id: '2', step: 'window', all: [0, 2] }), [2])?.kind).toBe('question');
		const ask = { what: 'undo' as const, at: 0, to: 1, agreed: [0], needs: [1], reveals: false };
		expect(callOf(update(turn.question, { ask }), [1])?.kind).toBe('question');
	});

	it('is a turn by whatever name a game has for it', () => {
		const mine = update({ id: '7', step: 'turn', any: [1] });
		expect(callOf(mine, [1])).toEqual({ id: 'turn 1', kind: 'turn' });
		expect(callOf(update({ id: '8', step: 'answer', any: [1] }), [1])?.kind).toBe('question');
	});

	it('rings again for each card that comes round', () => {
		const first = callOf(update({ id: '8', step: 'answer', any: [1] }), [1]);
		const second = callOf(update({ id: '10', step: 'answer', any: [1] }), [1]);
		expect(rings(first, second, [1], 4)).toBe(true);
	});

	it('is not for who may only interject, nor after the end', () => {
		expect(callOf(update({ id: '2', step: 'action', any: [0], may: [1] }), [1])).toBeNull();
		const over = { cause: 'end/win', 'given-up': false, points: [], ranks: [], won: [] };
		expect(callOf(update(turn.question, { over }), [1])).toBeNull();
	});

	it('rings once for a turn, and again for a new question', () => {
		const first = callOf(turn, [1]);
		const second = callOf(update({ id: '9', step: 'action', any: [1] }), [1]);
		const discard = callOf(update({ id: '10', step: 'discard', all: [1] }), [1]);
		expect(rings(null, first, [1], 4)).toBe(true);
		expect(rings(first, second, [1], 4)).toBe(false);
		expect(rings(second, discard, [1], 4)).toBe(true);
		expect(rings(first, null, [1], 4)).toBe(false);
	});

	it('does not ring for who plays alone', () => {
		expect(rings(null, callOf(turn, [0, 1]), [0, 1], 2)).toBe(false);
	});
});

describe('who sits down', () => {
	const table = (status: Table['status'], ...ids: string[]) =>
		({
			status,
			seats: ids.map((id, seat) => ({ seat, id: `${seat}`, holder: id ? { id, name: id } : undefined })),
		}) as Table;
	const names = (...of: Parameters<typeof satDown>) => satDown(...of).map(({ id }) => id);
	it('is another person than oneself, once, and before the game', () => {
		expect(names(table('gathering', 'me', ''), table('gathering', 'me', 'ben'), 'me')).toEqual(['ben']);
		expect(names(table('gathering', '', ''), table('gathering', 'me', ''), 'me')).toEqual([]);
		expect(names(table('gathering', 'ben', ''), table('gathering', 'ben', 'ben'), 'me')).toEqual([]);
		expect(names(table('playing', 'me', ''), table('playing', 'me', 'ben'), 'me')).toEqual([]);
		expect(names(null, table('gathering', 'ben'), 'me')).toEqual([]);
	});
});

describe('a sound', () => {
	const steps = game as Step[];
	it('is that of the gravest thing', () => {
		expect(soundOf(steps.slice(11, 12), true)).toBe('outbreak');
		expect(soundOf(steps.slice(1, 2), true)).toBe('turn');
		expect(soundOf(steps.slice(1, 2), false)).toBe('place');
		expect(soundOf([], false)).toBeNull();
	});

	it('is there for cards and pills too', () => {
		const plays = round as Step[];
		expect(soundOf(plays.slice(1, 2), false)).toBe('place');
		expect(soundOf(plays.slice(1, 2), true)).toBe('turn');
		const last = plays.filter((s) => JSON.stringify(s).includes('intensive-care'));
		expect(last).toHaveLength(1);
		expect(soundOf(last, true)).toBe('outbreak');
		expect(soundOf(plays.slice(0, 1), false)).toBeNull();
	});
});
