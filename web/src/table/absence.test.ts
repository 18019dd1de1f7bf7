import { beforeEach, describe, expect, it } from 'vitest';
import { textsOf } from '../../languages.ts';
import { formatter } from '../games/epidemic/log/formatter.ts';
import { game as iberia } from '../games/iberia/game.ts';
import { game as world } from '../games/world/game.ts';
import type { Step } from '../gen/api.ts';
import { read } from '../i18n/notation.ts';
import { use } from '../i18n/words.svelte.ts';
import { absence } from './absence.ts';
import game from './fixtures/game.json';
import undone from './fixtures/undo.json';
import { keepSeen, recallSeen } from './seen.ts';
import { logTurns } from './turns.ts';

const en = textsOf('en');

const presenter = { facts: world.box.facts, formatter: () => formatter };
const turns = logTurns(game as Step[], presenter);

const naming = { seatName: String, isPlace: world.box.isCity };

beforeEach(() => use('en', en));

describe('an absence', () => {
	it('is summed up', () => {
		const missed = absence(turns, 10, [0]);
		expect(missed).toMatchObject({ turns: 4, undone: 0, ended: true });
		expect(formatter.missed(missed?.facts ?? [], naming)).toEqual(['1 epidemic', '8 outbreaks']);
	});

	it('tells the diseases that were cured', () => {
		const facts = ['cured blue', 'researched red', 'eradicated blue'].map((fact) => ({
			line: read(fact, { ...world.box.facts, ...iberia.box.facts }),
			rule: '',
		}));
		expect(formatter.missed(facts, naming)).toEqual(['cured: blue and red', 'eradicated: blue']);
	});

	it('is nothing where one was there till the end', () => {
		expect(absence(turns, 31, [0])).toBeNull();
	});

	it('is nothing where only oneself has played', () => {
		const mine = logTurns((game as Step[]).slice(0, 21), presenter);
		expect(absence(mine, 16, [0])).toBeNull();
		expect(absence(mine, 16, [1])?.lines).toBeGreaterThan(0);
	});

	it('knows of moves that were taken back', () => {
		expect(absence(logTurns(undone as Step[], presenter), 13, [0])).toMatchObject({ undone: 6, ended: true });
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
