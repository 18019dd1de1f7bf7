import { beforeEach, expect, test, vi } from 'vitest';
import { settings } from '../../../settings.svelte.ts';
import { game } from '../../world/game.ts';
import { positionOf } from '../model/position.ts';
import type { PlayerSession } from '../session.svelte.ts';
import { isDealt, keepDealt } from './dealt.ts';

const at = (turn: number, more: object = {}, live: object = {}) =>
	({
		live: { id: 'one', mine: [0], record: {}, update: {}, steps: [], ...live },
		position: positionOf(game.box, { turn, 'seats-at-table': [{ role: 'medic' }], ...more }),
	}) as unknown as PlayerSession;

beforeEach(() => {
	const kept = new Map<string, string>();
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, value: string) => kept.set(key, value),
	});
	settings.playback = 'play';
});

test('dealing is seen once at a table', () => {
	expect(isDealt(at(1))).toBe(true);
	keepDealt('one');
	expect(isDealt(at(1))).toBe(false);
	expect(isDealt(at(1, {}, { id: 'another' }))).toBe(true);
});

test('it is not seen in the middle of a game, nor by whoever plays nothing there', () => {
	expect(isDealt(at(2))).toBe(false);
	const moved = (seat: number) => ({ steps: [{ plays: [{ seat, move: 'draw' }] }] });
	expect(isDealt(at(1, {}, moved(1)))).toBe(true);
	expect(isDealt(at(1, {}, moved(0)))).toBe(false);
	expect(isDealt(at(1, { 'seats-at-table': [{ role: '' }] }))).toBe(false);
	expect(isDealt(at(1, {}, { mine: [] }))).toBe(false);
	expect(isDealt(at(1, {}, { record: { lesson: 'first' } }))).toBe(false);
	expect(isDealt(at(1, {}, { record: { puzzle: 'p' } }))).toBe(false);
	settings.playback = 'none';
	expect(isDealt(at(1))).toBe(false);
});
