import { beforeAll, expect, it } from 'vitest';
import { textsOf } from '../../../../languages.ts';
import type { AdvisedWay } from '../../../gen/api.ts';
import { use } from '../../../i18n/words.svelte.ts';
import { game } from '../../world/game.ts';
import { positionOf } from '../model/position.ts';
import type { PlayerSession } from '../session.svelte.ts';
import { ideaOf, pathOf, stepsOf } from './plans.ts';

const en = textsOf('en');

beforeAll(() => use('en', en));

const session = {
	box: game.box,
	game,
	live: { mine: [0] },
	seat: 0,
	seatName: (seat: number) => ['Ada', 'Ben'][seat] ?? '',
	position: positionOf(game.box, { 'seats-at-table': [{ pawn: 'miami' }, { pawn: 'atlanta' }] }),
} as unknown as PlayerSession;

const plan = (idea: AdvisedWay['idea'], ...moves: string[]) =>
	({
		idea,
		moves: moves.map((move) => ({ seat: 0, move, kinds: game.box.moves[move.split(' ')[0] ?? ''] })),
	}) as unknown as AdvisedWay;

it('tells one line for each action, and draws the pawn that moves', () => {
	const dispatched = plan('move', 'treat red', 'dispatch 1', 'drive chicago', 'dispatch 1', 'drive montreal');
	expect(stepsOf(session, dispatched)).toEqual([
		'Treat the red disease',
		'Ben: Drive to Chicago',
		'Ben: Drive to Montreal',
	]);
	expect(pathOf(session, dispatched)).toEqual({
		seat: 1,
		path: ['atlanta', 'atlanta', 'chicago', 'montreal'],
	});
	const airlift = plan('move', 'airlift 1', 'to paris', 'drive atlanta');
	expect(stepsOf(session, airlift)).toHaveLength(2);
	expect(pathOf(session, airlift)).toEqual({ seat: 1, path: ['atlanta', 'paris', 'paris'] });
	const own = plan('move', 'drive atlanta', 'treat blue', 'drive chicago');
	expect(pathOf(session, own)).toEqual({ seat: 0, path: ['miami', 'atlanta', 'atlanta', 'chicago'] });
	expect(pathOf(session, plan('treat', 'treat blue'))).toEqual({ seat: 0, path: ['miami', 'miami'] });
});

it('calls a plan what it does in this turn', () => {
	expect(ideaOf(session, plan('share', 'treat red', 'treat red'))).toBe('treat');
	expect(ideaOf(session, plan('share', 'treat red', 'give 1 lima'))).toBe('share');
	expect(ideaOf(session, plan('cure', 'drive chicago'))).toBe('move');
});
