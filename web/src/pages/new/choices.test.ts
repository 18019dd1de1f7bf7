import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clockOf, paceOf, remember, remembered } from './choices.ts';

const kept = new Map<string, string>();
beforeEach(() => {
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, value: string) => kept.set(key, value),
	});
});
afterEach(() => {
	kept.clear();
	vi.unstubAllGlobals();
});

it('begins each game live, at the pace that suits it', () => {
	expect(clockOf(paceOf('world'))).toEqual({ kind: 'live', seconds: 300 });
	expect(clockOf(paceOf('pharmacy'))).toEqual({ kind: 'live', seconds: 60 });
});

it('remembers the pace of each game apart from the others', () => {
	const choices = remembered();
	choices.paces.world = { kind: 'slow', live: '300', slow: '3600' };
	remember(choices);
	expect(clockOf(paceOf('world'))).toEqual({ kind: 'slow', seconds: 3600 });
	expect(clockOf(paceOf('pharmacy'))).toEqual({ kind: 'live', seconds: 60 });
});

it('never remembers that a table was public', () => {
	remember({ ...remembered(), public: 'yes', sit: 'all' });
	expect(remembered()).toMatchObject({ public: 'no', sit: 'all' });
});

it('begins anew where what was kept cannot be read, or was kept when there was one pace for all', () => {
	kept.set('theriac.new-table', '{');
	expect(remembered().game).toBe('world');
	kept.set('theriac.new-table', JSON.stringify({ game: 'iberia', pace: 'live', live: '600', slow: '3600' }));
	expect(remembered()).toMatchObject({ game: 'iberia', paces: {} });
	expect(clockOf(paceOf('iberia'))).toEqual({ kind: 'live', seconds: 300 });
});
