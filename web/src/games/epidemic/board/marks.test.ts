import { expect, test } from 'vitest';
import { game } from '../../world/game.ts';
import { offersOf } from '../model/offers.ts';
import { positionOf } from '../model/position.ts';
import { marksOf, mover, onTop } from './marks.ts';
import type { Scene } from './scene.ts';
import { standingOf } from './standing.ts';

const seats = [
	{ role: 'medic', pawn: 'cairo' },
	{ role: 'dispatcher', pawn: 'paris' },
];
const view = {
	stage: 'actions',
	'seats-at-table': seats,
	hands: [],
	cubes: { algiers: { black: 3, blue: 1 }, paris: { blue: 0 } },
	stations: ['cairo'],
	'infection-deck-size': 40,
};

function sceneOf(raw: Record<string, unknown>, moves: string[] = []): Scene {
	const position = positionOf(game.box, raw);
	const offers = offersOf(game.box, 0, moves);
	return {
		game,
		position,
		offers,
		moves: offers,
		asks: [],
		ends: [],
		seat: 0,
		lit: ['lima'],
		plans: [],
		infection: {},
		seatName: String,
		teamOf: () => undefined,
	};
}

test('a card counts as on top only where more is known of it than of the rest of the deck', () => {
	const all = ['tokyo', 'lima', 'essen'];
	const start = positionOf(game.box, { ...view, 'infection-classes': [{ cards: all, to: 39 }] });
	expect([...onTop(start, { tokyo: 50 })]).toEqual([]);
	const later = positionOf(game.box, {
		...view,
		'infection-classes': [
			{ cards: ['tokyo', 'lima'], to: 1 },
			{ cards: ['essen'], from: 2, to: 39 },
		],
	});
	expect([...onTop(later, { tokyo: 1000, lima: 1000, essen: 0 })]).toEqual([
		['tokyo', 1000],
		['lima', 1000],
	]);
});

test('a card that lies too deep for the next step is not on top, a known one is', () => {
	const p = positionOf(game.box, {
		...view,
		'infection-classes': [
			{ cards: ['tokyo'], from: 4, to: 6 },
			{ cards: ['osaka', 'manila', 'lima'], to: 39 },
		],
		known: [
			{ card: 'osaka', 'from-top': 1 },
			{ card: 'manila', 'from-top': 2 },
		],
	});
	expect([...onTop(p, { osaka: 1000, lima: 30 })]).toEqual([['osaka', 1000]]);
	expect([...onTop(p, {})]).toEqual([]);
});

test('what an epidemic is about to put on top counts as being there', () => {
	const p = positionOf(game.box, {
		...view,
		'infection-discard': ['cairo', 'paris'],
		'infection-classes': [{ cards: ['tokyo'], to: 39 }],
	});
	expect([...onTop(p, { cairo: 1000, paris: 1000 }).keys()]).toEqual(['cairo', 'paris']);
});

test('the pawn that is being sent moves, otherwise that of the seat that acts', () => {
	expect(mover(positionOf(game.box, view), 0)).toBe(0);
	const sent = { id: 2, step: 'move-pawn', verb: 'dispatch', 'operand-0': '1' };
	expect(mover(positionOf(game.box, { ...view, questions: [{ id: 1, step: 'action' }, sent] }), 0)).toBe(1);
	const flight = { id: 2, step: 'choose-city', verb: 'special-flight', 'operand-0': 'lima' };
	expect(mover(positionOf(game.box, { ...view, questions: [flight] }), 0)).toBe(0);
});

test('each city shows what stands there and whether one gets there', () => {
	const scene = sceneOf(view, ['drive algiers', 'direct lima', 'charter algiers', 'draw']);
	const marks = new Map(marksOf(scene, standingOf(game, scene.position)).map((m) => [m.id, m]));
	expect(marks.size).toBe(48);
	expect(marks.get('algiers')).toMatchObject({
		cubes: [
			{ disease: 'black', n: 3 },
			{ disease: 'blue', n: 1 },
		],
		full: ['black'],
		reach: 'foot',
		matters: true,
	});
	expect(marks.get('lima')).toMatchObject({ reach: 'else', lit: true, risk: null });
	expect(marks.get('cairo')).toMatchObject({ station: true, pawns: [0], reach: null });
	expect(marks.get('paris')).toMatchObject({ cubes: [], pawns: [1] });
	expect(marks.get('tokyo')).toMatchObject({ reach: null, matters: false });
});
