import { describe, expect, it } from 'vitest';
import { groupHand, passes, passesOf, usesOf } from '../epidemic/interaction/cards.ts';
import { familyOf, offersFor, roleVerbs } from '../epidemic/interaction/families.ts';
import { offersOf } from '../epidemic/model/offers.ts';
import { spoken } from '../epidemic/team/Talk.svelte';
import { game, gameOf } from './game.ts';

const { box, families } = game;
const { diseases, events } = box;

describe('families of actions', () => {
	it('hold every verb that an action or an event can be, once', async () => {
		const full = await gameOf({ box: 'lab', lab: 'on' });
		const teams = await gameOf({ box: 'lab', mode: 'teams' });
		for (const { families } of [full, teams]) {
			const words = families.flatMap((f) => f.words);
			expect(new Set(words).size).toBe(words.length);
			expect(new Set(families.map((f) => f.key)).size).toBe(families.length);
		}
		const talk = new Set<string>(spoken);
		for (const [word, verb] of Object.entries(full.box.verbs)) {
			if (talk.delete(word)) continue; // verbs of `talk` have buttons next to the team instead
			const acts = verb?.event !== undefined || (verb?.steps?.includes('action') && word !== 'draw');
			if (acts) expect(familyOf(full, word) ?? familyOf(teams, word), word).toBeDefined();
		}
		expect([...talk]).toEqual([]);
	});

	it('hold no answer to a question', () => {
		for (const word of ['pass', 'waive', 'agree', 'refuse', 'discard', 'spend', 'put', 'hand', 'draw']) {
			expect(familyOf(game, word), word).toBeUndefined();
		}
	});

	it('offer the moves of the seat that acts, and events of every own hand', () => {
		const mine = [
			...offersOf(box, 0, ['drive cairo', 'draw']),
			...offersOf(box, 1, ['drive lima', 'forecast']),
		];
		const of = (id: string) =>
			families.filter((f) => f.id === id).flatMap((f) => offersFor(f, mine, 0).map((o) => o.raw));
		expect(of('drive')).toEqual(['drive cairo']);
		expect(of('event')).toEqual(['forecast']);
		expect(of('treat')).toEqual([]);
	});

	it('know the verb of a role', () => {
		expect(roleVerbs(box, 'dispatcher')[0]).toBe('dispatch');
		expect(roleVerbs(box, 'operations-expert')[0]).toBe('special-flight');
		expect(roleVerbs(box, 'medic')).toEqual([]);
		expect(roleVerbs(box, undefined)).toEqual([]);
	});
});

describe('a hand', () => {
	it('lies by disease in the order of the box, events last', () => {
		const piles = groupHand(box, ['airlift', 'lagos', 'paris', 'chicago']);
		expect(piles.map((p) => p.disease)).toEqual([diseases[0]?.id, 'yellow', undefined]);
		expect(piles[0]?.cards).toEqual(['paris', 'chicago']);
	});

	it('loses no card', () => {
		const hand = ['airlift', 'tokyo', 'lagos', 'cairo', 'paris'];
		expect(
			groupHand(box, hand)
				.flatMap((p) => p.cards)
				.sort(),
		).toEqual([...hand].sort());
	});
});

describe('the uses of a card', () => {
	const offers = offersOf(box, 0, [
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
	const uses = (card: string) => usesOf(game, card, offers, 'chicago', 'medic').offers.map((o) => o.raw);

	it('are the moves that spend or name it', () => {
		expect(uses('paris')).toEqual(['direct paris', 'cure blue']);
		expect(uses('chicago')).toEqual(['build', 'give 1 chicago', 'cure blue']);
		expect(uses('airlift')).toEqual(['airlift 1']);
		expect(uses('tokyo')).toEqual([]);
	});

	it('are not those of a role that does it without', () => {
		const expert = usesOf(game, 'chicago', offers, 'chicago', 'operations-expert').offers.map((o) => o.raw);
		expect(expert).toEqual(['give 1 chicago', 'cure blue']);
	});

	it('include the charter flights from where the pawn stands, as one', () => {
		expect(usesOf(game, 'chicago', offers, 'chicago', 'medic').families.map((f) => f.id)).toEqual([
			'charter',
		]);
		expect(usesOf(game, 'paris', offers, 'chicago', 'medic').families).toEqual([]);
	});
});

describe('what may be let pass for good', () => {
	it('is every question at once, or those about one event', () => {
		expect(passes(box)).toContain('pass');
		expect(passesOf(box, 'airlift')).toEqual(['waive airlift']);
		expect(passesOf(box, 'paris')).toEqual([]);
		expect(passes(box)).toHaveLength(1 + events.length);
	});
});
