import { beforeAll, describe, expect, it } from 'vitest';
import { textsOf } from '../../../languages.ts';
import { use } from '../../i18n/words.svelte.ts';
import { hintOf } from '../../table/hint.ts';
import { firsts, type Source } from '../epidemic/hints/firsts.ts';
import { game } from './game.ts';

const en = textsOf('en');

beforeAll(() => use('en', en));

/** Makes the session of a player who has the given role, question and legal moves. */
const somebody = (role: string, step: string, ...words: string[]) =>
	({
		asked: step !== '',
		step,
		seat: 0,
		box: game.box,
		position: { seats: [{ role }] },
		offers: words.map((word) => ({ word })),
		live: { steps: [] },
	}) as unknown as Source;

const drew = {
	n: 1,
	kind: 'play',
	plays: [{ facts: [{ fact: 'epidemic-drawn 1', rule: 'epidemic/increase' }] }],
};
const told = (of: Source, learned: string[] = []) =>
	hintOf(firsts(of), learned, { wanted: true, only: true });

describe('the cards of a map game', () => {
	it('come with a hand over its limit and with a window for events, each with its rule', () => {
		expect(told(somebody('medic', 'discard', 'discard'))).toMatchObject({
			id: 'first-limit',
			rule: 'hand/limit',
		});
		expect(told(somebody('medic', 'window', 'pass'))).toMatchObject({
			id: 'first-window',
			rule: 'event/window',
		});
		expect(told({ ...somebody('medic', 'window', 'pass'), asked: false })).toBeUndefined();
	});

	it('come after an epidemic, whoever drew it', () => {
		const of = { ...somebody('medic', ''), live: { steps: [drew] } } as unknown as Source;
		expect(told(of)?.id).toBe('first-epidemic');
		expect(told(of, ['first-epidemic'])).toBeUndefined();
	});

	it('know the role, and wait until its own moves can be made', () => {
		expect(told(somebody('scientist', 'action', 'drive'))).toMatchObject({
			id: 'first-power',
			rule: 'role/scientist',
			words: 'Your special power\nScientist: Needs only 4 cards for a cure.',
		});
		expect(told(somebody('contingency-planner', 'action', 'drive'))).toBeUndefined();
		expect(told(somebody('contingency-planner', 'action', 'drive', 'store'))?.id).toBe('first-power');
	});
});
