import { expect, it } from 'vitest';
import { moveOf, nextOf, stepped } from './queue.ts';

const ids = ['a', 'b', 'c'];

it('steps through the queue and stops at its ends', () => {
	expect(stepped(ids, 'a', 1)).toBe('b');
	expect(stepped(ids, 'c', 1)).toBe('c');
	expect(stepped(ids, 'a', -1)).toBe('a');
	expect(stepped(ids, 'gone', 1)).toBe('a');
	expect(stepped([], '', 1)).toBe('');
});

it('moves on after a decision', () => {
	expect(nextOf(ids, 'a')).toBe('b');
	expect(nextOf(ids, 'c')).toBe('b');
	expect(nextOf(['a'], 'a')).toBe('');
});

it('knows the keys', () => {
	expect([moveOf('j', 3), moveOf('K', 3), moveOf('ArrowDown', 3), moveOf('End', 3)]).toEqual([1, -1, 1, 3]);
	expect(stepped(ids, 'a', moveOf('End', 3) ?? 0)).toBe('c');
	expect(moveOf('Enter', 3)).toBeUndefined();
});
