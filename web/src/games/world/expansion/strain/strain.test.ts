import { expect, it } from 'vitest';
import { textsOf } from '../../../../../languages.ts';
import { box as more, mutations, strains } from '../../../../gen/world-more.json';
import { kindOf } from '../../../epidemic/art/pictures.ts';
import { offersOf } from '../../../epidemic/model/offers.ts';
import { positionOf } from '../../../epidemic/model/position.ts';
import { inForce, isOrdered, samplesOf } from '../cards/force.ts';
import { gameOf } from '../game.ts';
import { cardsOf, holds, note } from './strain.ts';

const en = textsOf('en');
const fr = textsOf('fr');

const { box, art } = gameOf({ box: 'all' });
const at = (more: Record<string, unknown>) =>
	positionOf(box, {
		'seats-at-table': [
			{ role: 'field-operative', pawn: 'paris' },
			{ role: 'medic', pawn: 'lima' },
		],
		hands: [{}, {}],
		...more,
	});
const strained = at({
	strain: 'blue',
	cubes: { paris: { blue: 1 }, lima: { yellow: 2 } },
	'strain-drawn': ['resistant-to-treatment', 'unacceptable-loss', 'government-interference'],
	'strain-force': ['resistant-to-treatment', 'government-interference'],
});

it('tells the cards that have come, and which of them go on', () => {
	expect(cardsOf(strained)).toEqual([
		{ id: 'government-interference', inForce: true },
		{ id: 'unacceptable-loss', inForce: false },
		{ id: 'resistant-to-treatment', inForce: true },
	]);
});

it('holds pawns where its cubes are, if a card does that', () => {
	expect(holds(strained, 'paris')).toBe(true);
	expect(holds(strained, 'lima')).toBe(false);
	expect(holds(at({ strain: 'blue', cubes: { paris: { blue: 1 } } }), 'paris')).toBe(false);
});

it('says what it makes dearer, of no other disease', () => {
	const said = offersOf(box, 0, ['treat blue', 'treat yellow', 'cure blue']).map((o) => note(strained, o));
	expect(said).toEqual(['web.strain.resistant', undefined, undefined]);
});

it('tells what lies before seats', () => {
	const position = at({ 'in-force': { 1: ['mobile-hospital'], 0: [] }, samples: { red: 2 }, ordered: 2 });
	expect(inForce(position)).toEqual([{ seat: 1, events: ['mobile-hospital'] }]);
	expect(samplesOf(position, 0)).toEqual([{ disease: 'red', n: 2 }]);
	expect(samplesOf(position, 1)).toEqual([]);
	expect([0, 1].map((seat) => isOrdered(position, seat))).toEqual([false, true]);
});

it('has an emblem for every card of the expansions, and says what it does', () => {
	const events = Object.keys(more.eventCards);
	const worse = strains.map(({ id }) => id);
	for (const card of [...events, ...worse, ...mutations]) expect(art?.[kindOf(card)], card).toBeTruthy();
	for (const card of [...events, ...worse])
		for (const words of [en, fr]) expect(Object.keys(words), card).toContain(`effect.${kindOf(card)}`);
});
