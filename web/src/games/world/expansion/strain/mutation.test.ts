import { expect, it } from 'vitest';
import { mutations } from '../../../../gen/world-more.json';
import { read, tell } from '../../../../i18n/notation.ts';
import { beatsOf } from '../../../epidemic/board/beats.ts';
import { positionOf } from '../../../epidemic/model/position.ts';
import { game } from '../../game.ts';
import { gameOf, mutated as parts } from '../game.ts';
import { pieces } from '../pieces.ts';
import { cubesOf, discarded, mutantOf } from './mutation.ts';

const mutated = gameOf({ box: 'brink', mutation: 'panic' });
const view = {
	'seats-at-table': [{ role: 'medic', pawn: 'paris' }],
	hands: [{ cards: ['paris'] }, { cards: ['lima', 'forecast'] }],
	'hand-sizes': [1, 2],
	cubes: { paris: { purple: 2, blue: 1 }, lima: { purple: 1 } },
	'infection-discard': ['mutation-2', 'paris'],
};

it('is a disease only of tables that play with it', () => {
	expect(mutantOf(mutated)).toBe('purple');
	expect(mutantOf(game)).toBeUndefined();
	expect(mutantOf(gameOf({ box: 'all', mutation: 'off' }))).toBeUndefined();
});

it('has the infection cards that the box has', () => {
	expect(Object.keys(parts.cityless)).toEqual(mutations);
	for (const card of mutations) expect(mutated.box.diseaseOf(card)).toBe('purple');
});

it('is counted on the board and on the discard', () => {
	const position = positionOf(mutated.box, view);
	expect(cubesOf(position, 'purple')).toBe(3);
	expect(discarded(position)).toBe(1);
});

it('reads infection cards by their city', () => {
	const line = read('infection-drawn mutation-1', mutated.box.facts);
	expect(line.operands).toEqual([{ kind: 'city', value: 'mutation-1' }]);
	expect(tell(line, 'fact', String)).toBe('infection-drawn mutation-1');
});

it('is called for attention when an incident comes', () => {
	const facts = ['incident mutation-threatens', 'infection-drawn sydney', 'cubes-placed sydney purple 3'];
	const deferred = { parts: { pieces } } as unknown as typeof mutated.deferred;
	const beats = beatsOf(
		{ box: mutated.box, deferred },
		facts.map((f) => read(f, mutated.box.facts)),
	);
	expect(beats.map((b) => b.kind)).toEqual(['alarm', 'infection']);
});

it('leaves hands that belong to no seat apart', () => {
	const { seats, spare } = positionOf(mutated.box, view);
	expect(seats.map((s) => s.hand)).toEqual([['paris']]);
	expect(spare).toEqual([{ seat: 1, hand: ['lima', 'forecast'], handSize: 2 }]);
});
