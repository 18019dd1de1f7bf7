import { expect, it } from 'vitest';
import { roomOf } from './rooms.ts';

const you = { seats: [], host: false, watch: 'hidden' as const };

it.each([
	['a player', { you: { ...you, seats: [1], watch: 'nobody' } }, 'table'],
	['a player who may come back', { you: { ...you, back: [1] } }, 'table'],
	['the host without a seat', { you: { ...you, host: true } }, 'table'],
	['a spectator', {}, 'watchers'],
	['a spectator before the game', { status: 'gathering' }, 'table'],
	['a spectator after the game', { status: 'finished' }, 'table'],
	['a spectator whose talk is closed', { watchersTalk: false }, null],
	['a friend who watches', { watchersTalk: false, public: false }, 'table'],
	['a friend who sees hands', { watchersTalk: false, public: false, you: { ...you, watch: 'open' } }, null],
] as const)('%s', (_, change, room) => {
	const record = { status: 'playing', public: true, watchersTalk: true, you, ...change };
	expect(roomOf(record as unknown as Parameters<typeof roomOf>[0])).toBe(room);
});
