import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { become } from '../../../api/me.svelte.ts';
import type { Person } from '../../../gen/api.ts';
import type { LiveTable } from '../../../table/live.svelte.ts';
import { game } from '../../world/game.ts';
import { PlayerSession } from '../session.svelte.ts';
import { interactionOf } from './interaction.svelte.ts';

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal('document', { hidden: false });
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	become(null);
});

interface Wish {
	/** The kind of the open question, and the legal moves of seat 1. */
	step: string;
	list: string[];
	questions?: unknown[];
	/** Whether a bot plays seat 0. */
	bot?: boolean;
	clock?: 'live' | 'slow';
	turn?: number;
}

/** Makes a table where the player holds seat 1, and it is the turn of seat 0. */
function at({ step, list, questions = [], bot = true, clock = 'live', turn = 1 }: Wish) {
	const played: string[] = [];
	const live = {
		id: 't1',
		record: {
			seats: [bot ? { seat: 0, bot: { level: 'steady' } } : { seat: 0 }, { seat: 1 }],
			clock: { kind: clock },
			you: { seats: [1] },
		},
		mine: [1],
		owed: [1],
		ghosts: {},
		reasons: [],
		sending: null,
		update: {
			question: { id: '9', step, all: [1] },
			view: {
				active: 0,
				turn,
				'seats-at-table': [{ pawn: 'atlanta' }, { pawn: 'paris' }],
				hands: [],
				questions,
			},
		},
		movesOf: () => list,
		onNews: () => () => undefined,
		play: (_: number, move: string) => {
			played.push(move);
			return Promise.resolve(true);
		},
	};
	const session = new PlayerSession(live as unknown as LiveTable, game);
	return { session, played, promises: interactionOf(session).promises };
}

const sent = (city: string) => [
	{ id: 1, step: 'action' },
	{ id: 2, step: 'move-pawn', verb: 'dispatch', 'operand-0': '1' },
	{ id: 3, step: 'consent', seat: 1, verb: 'drive', 'operand-0': city },
];
const consent = { step: 'consent', list: ['agree', 'refuse'], questions: sent('essen') };

/** Advances the clock by some seconds. */
function wait({ promises }: ReturnType<typeof at>, seconds: number): void {
	const stop = promises.keep(false);
	vi.advanceTimersByTime(seconds * 1000);
	stop?.();
}

describe('a bot that asks for consent', () => {
	it('is answered by whoever is asked, and has that answer for the rest of its turn', () => {
		const table = at(consent);
		expect(table.promises.silent).toBe(false);
		wait(table, 9);
		expect(table.played).toEqual([]);
		table.promises.answer(table.session.offers[1] as never);
		expect(table.promises.promised?.raw).toBe('refuse');
		wait(table, 2);
		expect(table.played).toEqual(['refuse', 'refuse']);
	});

	it('is always agreed with once that was said, until it is taken back', () => {
		const table = at(consent);
		table.promises.agree(true);
		expect(table.promises.silent).toBe(true);
		table.promises.agree(false);
		expect(table.promises.silent).toBe(false);
	});

	it('is not a person: nobody answers a person by themselves', () => {
		const table = at({ ...consent, bot: false });
		table.promises.agree(true);
		table.promises.answer(table.session.offers[0] as never);
		expect(table.promises.promised).toBeUndefined();
		wait(table, 9);
		expect(table.played).toEqual(['agree']);
	});

	it('has its way drawn on the board', () => {
		expect(interactionOf(at(consent).session).plans).toEqual([{ seat: 1, path: ['paris', 'essen'] }]);
	});
});

describe('a moment for an event in another’s turn', () => {
	const moment = { step: 'window', list: ['one-quiet-night', 'pass'] };

	it('goes by after some seconds, and not before', () => {
		const table = at(moment);
		wait(table, 3);
		expect(table.played).toEqual([]);
		wait(table, 4);
		expect(table.played).toEqual(['pass']);
	});

	it('is held by a press, and by the key of events', async () => {
		const table = at(moment);
		await interactionOf(table.session).pick('event', true);
		expect(table.promises.silent).toBe(false);
		wait(table, 9);
		expect(table.played).toEqual([]);
	});

	it('does not go by while nobody looks', () => {
		vi.stubGlobal('document', { hidden: true });
		const table = at(moment);
		wait(table, 9);
		expect(table.played).toEqual([]);
	});

	it('is asked about at a slow table, and where one wants to be asked each time', () => {
		expect(at({ ...moment, clock: 'slow' }).promises.silent).toBe(false);
		become({ id: 'p1', askEach: true } as Person);
		expect(at(moment).promises.silent).toBe(false);
	});
});
