import { beforeEach, describe, expect, it } from 'vitest';
import { game as world } from '../games/world/game.ts';
import type { Step } from '../gen/api';
import { chronicle } from './chronicle.ts';
import game from './fixtures/game.json';
import undone from './fixtures/undo.json';
import { absence, keepSeen, recallSeen } from './since.ts';

const { facts } = world.box;
const turns = chronicle(game as Step[], facts);

describe('an absence', () => {
	it('is summed up', () => {
		expect(absence(turns, 10, [0])).toMatchObject({
			turns: 4,
			epidemics: 1,
			outbreaks: 8,
			cured: [],
			undone: 0,
			ended: true,
		});
	});

	it('is nothing where one was there till the end', () => {
		expect(absence(turns, 31, [0])).toBeNull();
	});

	it('is nothing where only oneself has played', () => {
		const mine = chronicle((game as Step[]).slice(0, 21), facts);
		expect(absence(mine, 16, [0])).toBeNull();
		expect(absence(mine, 16, [1])?.lines).toBeGreaterThan(0);
	});

	it('knows of moves that were taken back', () => {
		expect(absence(chronicle(undone as Step[], facts), 13, [0])).toMatchObject({ undone: 6, ended: true });
	});
});

describe('what was seen', () => {
	let kept: Map<string, string>;
	let storage: Storage;
	beforeEach(() => {
		kept = new Map();
		storage = {
			getItem: (key: string) => kept.get(key) ?? null,
			setItem: (key: string, value: string) => kept.set(key, value),
		} as unknown as Storage;
	});

	it('is kept by table', () => {
		expect(recallSeen('a', storage)).toBeNull();
		keepSeen('a', { n: 3 }, 1, storage);
		keepSeen('b', { n: 9 }, 2, storage);
		keepSeen('a', { said: 7 }, 3, storage);
		expect(recallSeen('a', storage)).toMatchObject({ n: 3, said: 7 });
	});

	it('never goes back', () => {
		keepSeen('a', { n: 3 }, 1, storage);
		keepSeen('a', { n: 2 }, 2, storage);
		expect(recallSeen('a', storage)?.n).toBe(3);
	});

	it('forgets the tables of long ago', () => {
		for (let i = 0; i < 80; i++) keepSeen(`t${i}`, { n: i }, i, storage);
		expect(recallSeen('t0', storage)).toBeNull();
		expect(recallSeen('t79', storage)?.n).toBe(79);
	});

	it('is nothing where what is kept cannot be read', () => {
		kept.set('theriac.seen', '{');
		expect(recallSeen('a', storage)).toBeNull();
		keepSeen('a', { n: 1 }, 1, storage);
		expect(recallSeen('a', storage)?.n).toBe(1);
	});
});
