import { describe, expect, it } from 'vitest';
import { diseases, events, verbs } from '../box.ts';
import { offersOf } from '../offers.ts';
import { type Position, positionOf } from '../position.ts';
import { groupHand, passes, passesOf, usesOf } from './cards.ts';
import { candidate, families, familyOf, offersFor, roleVerb } from './families.ts';

function position(change: Partial<Position> = {}): Position {
	const view = {
		stations: ['atlanta', 'cairo'],
		'seats-at-table': [
			{ role: 'dispatcher', pawn: 'chicago' },
			{ role: 'medic', pawn: 'atlanta' },
			{ role: 'scientist', pawn: 'chicago' },
		],
		hands: [{ cards: ['paris', 'chicago', 'airlift', 'lagos', 'milan'] }, {}, {}],
		cubes: { chicago: { blue: 1, red: 2 } },
	};
	return { ...positionOf(view), ...change };
}

describe('families of actions', () => {
	it('hold every verb that an action or an event can be, once', () => {
		const words = families.flatMap((f) => f.words);
		expect(new Set(words).size).toBe(words.length);
		for (const [word, verb] of Object.entries(verbs)) {
			const acts = verb?.event !== undefined || (verb?.steps?.includes('action') && word !== 'draw');
			if (acts) expect(familyOf(word), word).toBeDefined();
		}
	});

	it('hold no answer to a question', () => {
		for (const word of ['pass', 'waive', 'agree', 'refuse', 'discard', 'spend', 'put', 'hand', 'draw']) {
			expect(familyOf(word), word).toBeUndefined();
		}
	});

	it('offer the moves of the seat that acts, and events of every own hand', () => {
		const mine = [...offersOf(0, ['drive cairo', 'draw']), ...offersOf(1, ['drive lima', 'forecast'])];
		const of = (id: string) =>
			families.filter((f) => f.id === id).flatMap((f) => offersFor(f, mine, 0).map((o) => o.raw));
		expect(of('drive')).toEqual(['drive cairo']);
		expect(of('event')).toEqual(['forecast']);
		expect(of('treat')).toEqual([]);
	});

	it('know the verb of a role', () => {
		expect(roleVerb('dispatcher')).toBe('dispatch');
		expect(roleVerb('operations-expert')).toBe('special-flight');
		expect(roleVerb('medic')).toBeUndefined();
		expect(roleVerb(undefined)).toBeUndefined();
	});
});

describe('a move to ask about', () => {
	const ask = (id: string, change?: Partial<Position>) => {
		const family = families.find((f) => f.id === id);
		return family && candidate(family, 0, position(change));
	};

	it('is what a player most likely means', () => {
		expect(ask('treat')).toBe('treat red');
		expect(ask('share')).toBe('give 2 chicago');
		expect(ask('cure')).toBe('cure blue');
		expect(ask('fly')).toBe('direct paris');
		expect(ask('shuttle')).toBe('shuttle atlanta');
		expect(ask('role')).toBe('dispatch 2');
	});

	it('asks for a cure that is not found yet', () => {
		expect(ask('cure', { cured: ['blue'] })).toBe('cure yellow');
	});

	it('has the operands that its verb takes', () => {
		for (const family of families.filter((f) => f.id !== 'event')) {
			const [word = '', ...operands] = (ask(family.id) ?? '').split(' ');
			expect(operands.length, family.id).toBe(verbs[word]?.args.length);
		}
	});
});

describe('a hand', () => {
	it('lies by disease in the order of the box, events last', () => {
		const piles = groupHand(['airlift', 'lagos', 'paris', 'chicago']);
		expect(piles.map((p) => p.disease)).toEqual([diseases[0]?.id, 'yellow', undefined]);
		expect(piles[0]?.cards).toEqual(['paris', 'chicago']);
	});

	it('loses no card', () => {
		const hand = ['airlift', 'tokyo', 'lagos', 'cairo', 'paris'];
		expect(
			groupHand(hand)
				.flatMap((p) => p.cards)
				.sort(),
		).toEqual([...hand].sort());
	});
});

describe('the uses of a card', () => {
	const offers = offersOf(0, [
		'drive paris',
		'direct paris',
		'charter tokyo',
		'charter lima',
		'build',
		'give 1 chicago',
		'take 1 chicago',
		'cure blue',
		'airlift 1',
	]);
	const uses = (card: string) => usesOf(card, offers, 'chicago', 'medic').offers.map((o) => o.raw);

	it('are the moves that spend or name it', () => {
		expect(uses('paris')).toEqual(['direct paris', 'cure blue']);
		expect(uses('chicago')).toEqual(['build', 'give 1 chicago', 'cure blue']);
		expect(uses('airlift')).toEqual(['airlift 1']);
		expect(uses('tokyo')).toEqual([]);
	});

	it('are not those of a role that does it without', () => {
		const expert = usesOf('chicago', offers, 'chicago', 'operations-expert').offers.map((o) => o.raw);
		expect(expert).toEqual(['give 1 chicago', 'cure blue']);
	});

	it('include the charter flights from where the pawn stands, as one', () => {
		expect(usesOf('chicago', offers, 'chicago', 'medic').families).toEqual(['charter']);
		expect(usesOf('paris', offers, 'chicago', 'medic').families).toEqual([]);
	});
});

describe('what may be let pass for good', () => {
	it('is every question at once, or those about one event', () => {
		expect(passes).toContain('pass');
		expect(passesOf('airlift')).toEqual(['waive airlift']);
		expect(passesOf('paris')).toEqual([]);
		expect(passes).toHaveLength(1 + events.length);
	});
});
