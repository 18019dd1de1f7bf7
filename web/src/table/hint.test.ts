import { expect, it } from 'vitest';
import type { Step } from '../gen/api.ts';
import { type Hint, hintOf, lately } from './hint.ts';

const line: Hint = { id: 'act', words: 'Act.', now: true };
const card: Hint = { id: 'first-window', words: 'A window\nPlay, or pass.', now: true, card: true };
const past: Hint = { ...card, id: 'first-limit', now: false };
const fresh = { wanted: true, only: false };

it('says the first that matters, and nothing twice', () => {
	expect(hintOf([past, card, line], [], fresh)).toBe(card);
	expect(hintOf([past, card, line], ['first-window'], fresh)).toBe(line);
	expect(hintOf([past, card, line], ['first-window', 'act'], fresh)).toBeUndefined();
});

it('has no cards for people who have played before, and only cards under a question', () => {
	expect(hintOf([card, line], [], { wanted: false, only: false })).toBe(line);
	expect(hintOf([card, line], [], { wanted: false, only: true })).toBeUndefined();
	expect(hintOf([line, card], [], { wanted: true, only: true })).toBe(card);
});

const step = (kind: string, ...facts: string[]) =>
	({ n: 0, at: 0, kind, plays: [{ facts: facts.map((fact) => ({ fact, rule: '' })) }] }) as unknown as Step;

it('hears of what happened in this turn and the last', () => {
	const log = [step('play', 'epidemic-drawn 0', 'turn-began 1'), step('play', 'pawn-moved 1 paris')];
	expect(lately(log)).toEqual(new Set(['epidemic-drawn', 'turn-began', 'pawn-moved']));
	expect(lately([...log, step('play', 'turn-began 0')]).has('epidemic-drawn')).toBe(false);
	expect(lately([...log, step('undo')]).has('epidemic-drawn')).toBe(false);
});
