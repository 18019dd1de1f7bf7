import { describe, expect, it } from 'vitest';
import { type Key, type Press, meaningOf as readPress } from './keys.ts';

const keys: Key[] = [
	{ key: 'D', deed: 'drive' },
	{ key: 'M', deed: 'map' },
	{ key: 'U', deed: 'undo' },
	{ key: '?', deed: 'help' },
	{ key: 'Escape', deed: 'back' },
];
const meaningOf = (press: Press, letters?: boolean) => readPress(press, keys, letters);

describe('a press', () => {
	it('goes by the letter on the key, small or capital', () => {
		expect(meaningOf({ key: 'd', code: 'KeyD' })).toBe('drive');
		expect(meaningOf({ key: 'D', code: 'KeyD' })).toBe('drive');
		expect(meaningOf({ key: 'm', code: 'Semicolon' })).toBe('map'); // AZERTY
	});

	it('means a figure wherever the layout has it', () => {
		expect(meaningOf({ key: '1', code: 'Digit1' })).toBe(1);
		expect(meaningOf({ key: '&', code: 'Digit1' })).toBe(1); // AZERTY, without Shift
		expect(meaningOf({ key: '9', code: 'Numpad9' })).toBe(9);
		expect(meaningOf({ key: '0', code: 'Digit0' })).toBeUndefined();
	});

	it('of a letter, a figure or a sign means nothing where those are turned off', () => {
		for (const press of [{ key: 'd' }, { key: '1', code: 'Digit1' }, { key: '?' }])
			expect(meaningOf(press, false), press.key).toBeUndefined();
		expect(meaningOf({ key: 'Escape' }, false)).toBe('back');
		expect(meaningOf({ key: 'z', ctrlKey: true }, false)).toBe('undo');
	});

	it('is left to the browser with a modifier, but for undo', () => {
		expect(meaningOf({ key: 'd', ctrlKey: true })).toBeUndefined();
		expect(meaningOf({ key: 'e', metaKey: true })).toBeUndefined();
		expect(meaningOf({ key: 't', altKey: true })).toBeUndefined();
		expect(meaningOf({ key: 'z', ctrlKey: true })).toBe('undo');
		expect(meaningOf({ key: 'z', metaKey: true })).toBe('undo');
	});

	it('has its help and its way back', () => {
		expect(meaningOf({ key: '?', code: 'Comma' })).toBe('help');
		expect(meaningOf({ key: 'Escape' })).toBe('back');
		expect(meaningOf({ key: 'q' })).toBeUndefined();
	});
});
