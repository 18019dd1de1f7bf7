import { beforeAll, expect, it } from 'vitest';
import { textsOf } from '../../../../languages.ts';
import type { Replay, Step } from '../../../gen/api.ts';
import { use } from '../../../i18n/words.svelte.ts';
import { game } from '../../world/game.ts';
import { positionOf } from '../model/position.ts';
import { deedsOf, shortOf, turningOf } from './deeds.ts';
import won from './fixtures/won.json';

const en = textsOf('en');

beforeAll(() => use('en', en));

const { box } = game;
const rule = 'r';
const moves = (...list: [seat: number, ...facts: string[]][]): Pick<Replay, 'from' | 'moves'> => ({
	from: [],
	moves: list.map(([seat, ...facts]) => ({
		at: 0,
		move: 'x',
		seat,
		facts: facts.map((fact) => ({ fact, rule })),
	})),
});

it('finds the most memorable deed of each player', () => {
	const replay = moves(
		[0, 'card-given 0 1 lima'],
		[1, 'card-discarded 1 lima', 'card-discarded 1 lagos', 'cured yellow', 'cubes-removed lima yellow 1'],
		[2, 'event-played 2 airlift', 'pawn-moved 0 tokyo'],
		[3, 'cubes-removed delhi black 2'],
	);
	expect(deedsOf(box, replay, 5)).toEqual([
		'gave the card that cured yellow',
		'cured yellow',
		'played Airlift',
		'removed 2 cubes',
		'held on to the end',
	]);
	expect(deedsOf(box, won.replay as Replay, 2)).toHaveLength(2);
});

it('finds the move that turned a game', () => {
	const replay = moves(
		[0, 'turn-began 0'],
		[0, 'outbreak delhi black 1', 'turn-began 1'],
		[1, 'outbreak chennai black 2', 'outbreak mumbai black 3', 'turn-began 0'],
	);
	expect(turningOf(box, replay)).toBe('Turning point: turn 2, 2 outbreaks in one go, starting in Chennai.');
	expect(turningOf(box, moves([0, 'turn-began 0', 'outbreak delhi black 1']))).toBeUndefined();
});

it('names the disease that ran out, also where some of its cubes are left', () => {
	const position = positionOf(box, { supply: { blue: 0, red: 2, black: 9, yellow: 9 } });
	const ended = (...facts: string[]) => [
		{
			n: 1,
			at: 0,
			kind: 'play',
			plays: [{ facts: facts.map((fact) => ({ fact, rule })) }],
		} as unknown as Step,
	];
	expect(shortOf(box, position, ended('infection-drawn tokyo', 'ended'))).toBe('red');
	expect(shortOf(box, position, ended('outbreak delhi black 3', 'ended'))).toBe('black');
	expect(shortOf(box, position, [])).toBe('blue');
});
