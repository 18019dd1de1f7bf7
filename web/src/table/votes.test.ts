import { expect, it } from 'vitest';
import type { Proposal, Seat, Step } from '../gen/api.ts';
import { pausedBy, voteOf } from './votes.ts';

const held = (id: string, seat: number): Seat => ({ id: `s${seat}`, seat, holder: { id, name: id } });
const seats = [held('ada', 0), held('ben', 1), held('ben', 2), held('léon', 3), { id: 's4', seat: 4 }];
const ask = (of: Partial<Proposal>): Proposal => ({
	what: 'pause',
	at: 0,
	to: 0,
	agreed: [0],
	needs: [1, 2],
	present: [0, 1, 2],
	reveals: false,
	...of,
});

it('counts each person once, and says who is not asked because they are away', () => {
	expect(voteOf(ask({}), seats, [0])).toEqual({ agreed: [0], asked: [1], absent: [3], mine: false });
	expect(voteOf(ask({}), seats, [1, 2])).toEqual({ agreed: [0], asked: [], absent: [3], mine: true });
});

it('does not list the person whose seat the bot would get, or anybody for an undo', () => {
	expect(voteOf(ask({ what: 'bot', seat: 3 }), seats, [0]).absent).toEqual([]);
	expect(voteOf(ask({ what: 'undo', present: undefined, needs: [1] }), seats, [0])).toEqual({
		agreed: [0],
		asked: [1],
		absent: [],
		mine: false,
	});
});

it('knows who stopped the clock, not who agreed last', () => {
	const step = (kind: Step['kind'], by: number[], what?: Step['what']): Step => ({
		n: 0,
		at: 0,
		kind,
		by,
		what,
		plays: null,
	});
	const voted = [step('ask', [2], 'pause'), step('agree', [1]), step('pause', [1])];
	expect(pausedBy(voted)).toBe(2);
	expect(pausedBy([step('pause', [1])])).toBe(1);
	expect(pausedBy([step('ask', [2], 'pause'), step('refuse', [1])])).toBeUndefined();
});
