import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetLinks, keepLinks, linksOf } from './links.ts';

/** A fake localStorage: an object whose own keys are the stored ones. */
class FakeStorage {
	getItem(key: string): string | null {
		return (this as unknown as Record<string, string>)[key] ?? null;
	}
	setItem(key: string, value: string): void {
		(this as unknown as Record<string, string>)[key] = value;
	}
	removeItem(key: string): void {
		delete (this as unknown as Record<string, string>)[key];
	}
}

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal('localStorage', new FakeStorage());
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

it('keeps links until the game is over', () => {
	keepLinks('one', { invite: '/j/secret', seats: { 1: '/j/other' } });
	keepLinks('one', { seats: { 2: '/j/third' } });
	expect(linksOf('one')).toEqual({ invite: '/j/secret', seats: { 1: '/j/other', 2: '/j/third' } });
	forgetLinks('one');
	expect(linksOf('one')).toEqual({ invite: undefined, seats: {} });
});

it('forgets the links of other tables after a month, and what does not say how old it is', () => {
	localStorage.setItem('theriac.links.broken', '{');
	localStorage.setItem('theriac.links.undated', '{"invite":"/j/secret"}');
	localStorage.setItem('theriac.settings', '{}');
	keepLinks('old', { invite: '/j/secret' });
	vi.advanceTimersByTime(29 * 86_400_000);
	keepLinks('young', { invite: '/j/young' });
	expect(Object.keys(localStorage)).toEqual(['theriac.settings', 'theriac.links.old', 'theriac.links.young']);
	vi.advanceTimersByTime(2 * 86_400_000);
	keepLinks('new', { invite: '/j/new' });
	expect(linksOf('old').invite).toBeUndefined();
	expect(linksOf('young').invite).toBe('/j/young');
});
