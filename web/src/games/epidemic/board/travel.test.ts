import { beforeAll, expect, test } from 'vitest';
import { textsOf } from '../../../../languages.ts';
import { use } from '../../../i18n/words.svelte.ts';
import { game } from '../../world/game.ts';
import { offersOf } from '../model/offers.ts';
import type { PlayerSession } from '../session.svelte.ts';
import { costOf, offeredAt } from './travel.ts';

const english = textsOf('en');

beforeAll(() => use('en', english));

function cost(move: string, role = 'medic'): string {
	const [offer] = offersOf(game.box, 0, [move]);
	return offer ? costOf(game.box, offer, 'lima', role) : '';
}

test('a move costs its actions and the cards that it takes', () => {
	expect(cost('drive bogota')).toBe('1 action');
	expect(cost('direct paris')).toBe('1 action and the Paris card');
	expect(cost('charter paris')).toBe('1 action and the Lima card');
	expect(cost('build')).toBe('1 action and the Lima card');
	expect(cost('cure blue')).toBe('1 action and 5 blue cards');
	expect(cost('airlift 1')).toBe('free (discard this card)');
});

test('roles pay differently', () => {
	expect(cost('build', 'operations-expert')).toBe('1 action');
	expect(cost('move-station tokyo', 'operations-expert')).toBe('1 action');
	expect(cost('cure blue', 'scientist')).toBe('1 action and 4 blue cards');
	// The move names the card that it costs, so the price does not name it again.
	expect(cost('special-flight tokyo', 'operations-expert')).toBe('1 action');
});

test('what has a place of its own on the table is not listed where one stands', () => {
	const lab = { id: 'lab', words: ['sequence'], icon: 'check', key: 'W', unit: 'move', extra: true } as const;
	const offers = offersOf(game.box, 0, ['build', 'sequence']).map((o) => ({ ...o, cost: 1 }));
	const session = {
		box: game.box,
		game: { ...game, families: [...game.families, lab] },
		seat: 0,
		all: offers,
		offers,
		position: { active: 0, questions: [], seats: [{ pawn: 'lima' }] },
	} as unknown as PlayerSession;
	const words = ({ here, apart }: ReturnType<typeof offeredAt>) => [...here.map((o) => o.word), apart];
	expect(words(offeredAt(session, 'lima'))).toEqual(['build', true]);
	expect(words(offeredAt(session, 'paris'))).toEqual([false]);
	expect(words(offeredAt({ ...session, game } as PlayerSession, 'lima'))).toEqual([
		'build',
		'sequence',
		false,
	]);
});
