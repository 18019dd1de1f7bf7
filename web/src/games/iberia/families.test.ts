import { describe, expect, it } from 'vitest';
import { use } from '../../i18n/words.svelte.ts';
import { askingOf, ruleOf } from '../epidemic/interaction/asking.ts';
import { familyOf } from '../epidemic/interaction/families.ts';
import { actionKeys, tableKeys } from '../epidemic/interaction/keys.ts';
import { offersOf } from '../epidemic/model/offers.ts';
import { positionOf } from '../epidemic/model/position.ts';
import { game } from './game.ts';
import { note } from './note.ts';

const { box, families } = game;

const at = (role: string, rest: object = {}) =>
	positionOf(box, {
		'seats-at-table': [
			{ role, pawn: 'porto' },
			{ role: 'sailor', pawn: 'madrid' },
		],
		hands: [{ cards: ['porto', 'madrid'] }, {}],
		...rest,
	});

describe('families of actions', () => {
	it('hold every verb that an action or an event can be, once', () => {
		const words = families.flatMap((f) => f.words);
		expect(new Set(words).size).toBe(words.length);
		for (const [word, verb] of Object.entries(box.verbs)) {
			const acts = verb?.event !== undefined || (verb?.steps?.includes('action') && word !== 'draw');
			if (acts) expect(familyOf(game, word), word).toBeDefined();
		}
	});

	it('have keys of their own', () => {
		const keys = [...actionKeys(game), ...tableKeys].map((k) => k.key);
		expect(new Set(keys).size).toBe(keys.length);
	});
});

describe('a question', () => {
	const ask = (frame: object) => {
		const asking = askingOf(game, at('nurse', { questions: [{ id: 1, ...frame }] }));
		return { asking, rule: asking && ruleOf(box, asking) };
	};

	it('keeps what the move behind it keeps, which need not be what the move named', () => {
		const { asking, rule } = ask({
			step: 'choose-region',
			verb: 'pay-token',
			'operand-0': 'porto',
			'operand-1': 'blue',
			n: 2,
		});
		expect(asking).toMatchObject({ verb: 'pay-token', left: 2 });
		expect(asking?.kept.slice(0, 2)).toEqual(['porto', 'blue']);
		expect(rule).toBe('water/choice');
	});

	it('tells no move that it does not know in full', () => {
		const { asking } = ask({ step: 'choose-line', verb: 'new-line', n: 1 });
		expect(asking).toMatchObject({ verb: 'new-line', left: 1 });
		expect(asking?.about).toBeUndefined();
	});

	it('counts the player cards that have their place', () => {
		const { asking, rule } = ask({ step: 'order-deck', verb: 'study', n: 1, arg: [3, 0, 0] });
		expect(asking).toMatchObject({ done: 1, left: 2 });
		expect(rule).toBe('role/royal-academy-scientist/study');
	});
});

describe('what to know of a cost', () => {
	const [red, blue] = offersOf(box, 0, ['treat red', 'treat blue']);

	it('is told of a disease only where it plays', () => {
		if (!red || !blue) throw new Error('nothing to tell');
		use('en', { 'web.trait.typhus': 'dear', 'web.trait.cholera': 'far' });
		expect(note(at('nurse', { traits: ['typhus'] }), red)).toBe('dear');
		expect(note(at('nurse'), red)).toBeUndefined();
		expect(note(at('nurse', { traits: ['cholera'] }), blue)).toBeUndefined();
		expect(note(at('nurse', { traits: ['typhus'] }), blue)).toBeUndefined();
	});
});
