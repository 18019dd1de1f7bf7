// Tests the text of the open question, for screen readers and for the table's bar.

import { beforeEach, describe, expect, it } from 'vitest';
import { textsOf } from '../../../../languages.ts';
import type { Update } from '../../../gen/api.ts';
import { speakOf, use } from '../../../i18n/words.svelte.ts';
import { offersOf } from '../offers.ts';
import { positionOf } from '../position.ts';
import { question } from './question.ts';
import { type Source, statusOf } from './status.ts';

const en = textsOf('en');

const names = ['Ada', 'Léon', 'Noor'];
const seatName = (seat: number) => names[seat] ?? '';
const naming = { seatName, isPlace: () => false };

/** Makes a session at a table that asks a seat the given question. */
function asks(step: string, seat: number, list: string[], view: Record<string, unknown> = {}): Update {
	return {
		n: 1,
		at: 0,
		made: 1,
		steps: null,
		question: { id: '1', step, any: [seat] },
		moves: [{ seat, list }],
		view: {
			round: 1,
			turn: 1,
			step,
			starter: '0',
			active: '0',
			hands: [],
			'seats-at-table': names.map(() => ({})),
			...view,
		},
	};
}

const giggles = { travel: { card: 'giggles', giver: '2', owner: '1', to: '0', price: 3 } };
const risk = { travel: { risk: true, giver: '2', owner: '1', to: '0' } };

beforeEach(() => {
	use('en', en);
	return speakOf('pharmacy');
});

describe('for screen readers', () => {
	it('a turn says what lies open', () => {
		const piles = { left: { size: 9, open: 'giggles' }, right: { size: 9, open: 'injection' } };
		expect(question(asks('turn', 0, [], { piles }), 0, naming)).toBe(
			'Your turn, Ada. Face up: Giggles (2) and an injection.',
		);
		expect(question(asks('turn', 0, []), 0, naming)).toBe('Your turn, Ada. Both piles are empty.');
	});

	it('a card that comes says what it is and what it costs: the least that is listed', () => {
		const update = asks('answer', 0, ['keep', 'defend 1 1 0 1', 'defend 0 1 0 1', 'defend 2 0 0 1'], giggles);
		expect(question(update, 0, naming)).toBe('Noor sends you Giggles (2). Keep it, or pay 2?');
		expect(question(asks('answer', 0, ['keep', 'defend 0 0 0 1'], giggles), 0, naming)).toBe(
			'Noor sends you Giggles (2). Keep it, or pass it on for free?',
		);
	});

	it('a risk card says who gets the pill, or that it is one’s own', () => {
		const list = ['open', 'dodge blue 1'];
		expect(question(asks('dare', 0, list, risk), 0, naming)).toBe(
			'Noor sends you a risk card. Open it, or give Léon a pill?',
		);
		expect(question(asks('dare', 1, ['open', 'defend 2 0 0 0'], risk), 1, naming)).toBe(
			'Your own risk card is back. Open it, or pay to get rid of it?',
		);
	});

	it('leaves the others to their own texts', () => {
		expect(question(asks('inject', 0, ['inject giggles first']), 0, naming)).toBeUndefined();
	});
});

describe('in the bar', () => {
	const status = (update: Update, mine: number[]) => {
		const list = update.moves?.[0];
		const source: Source = {
			live: { update, mine },
			seat: mine[0] ?? null,
			seatName,
			step: update.question.step,
			offers: mine.includes(list?.seat ?? -1) ? offersOf(list?.seat ?? 0, list?.list ?? []) : [],
		};
		return statusOf(source, positionOf(update.view));
	};

	it('names who must answer, and the price', () => {
		const update = asks('answer', 0, ['keep', 'defend 1 0 0 1'], giggles);
		expect(status(update, [1])).toEqual({
			title: 'Ada must answer',
			detail: 'Giggles (2), price\u00a03',
			mine: false,
		});
	});

	it('asks oneself shortly', () => {
		const update = asks('answer', 0, ['keep', 'defend 1 0 0 1'], giggles);
		expect(status(update, [0])).toMatchObject({ title: 'Keep it, or pay 1?', mine: true });
		expect(status(update, [0, 1, 2]).title).toBe('Ada: Keep it, or pay 1?');
		expect(status(asks('dare', 0, ['open'], risk), [0]).title).toBe('Open it, or pay?');
		expect(status(asks('volunteer', 0, [], { 'open-risk': 'guinea-pig' }), [0])).toEqual({
			title: 'Volunteer?',
			detail: 'Guinea Pig',
			mine: true,
		});
	});

	it('tells whose turn it is', () => {
		expect(status(asks('turn', 0, []), [0]).title).toBe('Your turn');
		expect(status(asks('turn', 0, []), [1]).title).toBe('Ada’s turn');
	});

	it('tells who won, and the winner so', () => {
		const ended = (...won: number[]): Update => ({
			...asks('turn', 0, []),
			over: { cause: 'end/best', 'given-up': false, points: null, ranks: null, won },
		});
		expect(status(ended(0), [1]).title).toBe('Ada wins');
		expect(status(ended(0), [0]).title).toBe('You win!');
		expect(status(ended(0, 2), [0]).title).toBe('You share the victory with Noor!');
		expect(status(ended(0, 2), [1]).title).toBe('Ada and Noor share the victory');
		// If one person plays several seats, the text names the winning seat instead of “you”.
		expect(status(ended(0), [0, 1, 2]).title).toBe('Ada wins');
	});
});
