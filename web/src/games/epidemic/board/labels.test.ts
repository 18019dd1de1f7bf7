import { expect, test } from 'vitest';
import { textsOf } from '../../../../languages.ts';
import { game as iberia } from '../../iberia/game.ts';
import { game as world } from '../../world/game.ts';
import type { Game } from '../model/game.ts';
import { type Box, disc, roomOf } from './arcs.ts';
import { pieceSize, wholeScale } from './camera.ts';
import { type Lettering, lettering, letterSize, moved, placeLabels, touch } from './labels.ts';

const english = textsOf('en');
const french = textsOf('fr');

const catalogues: Record<string, Partial<Record<string, string>>> = { english, french };
const views = [
	{ width: 1140, height: 650 },
	{ width: 1000, height: 560 },
	{ width: 1600, height: 900 },
];

function at(game: Game, language: string, view: { width: number; height: number }): Lettering {
	const names = new Map(
		[...game.map.places.keys()].map((c) => [c, catalogues[language]?.[`city.${c}`] ?? '']),
	);
	expect([...names.values()].every(Boolean)).toBe(true);
	const s = wholeScale(view, game.map);
	const pieces = pieceSize(s);
	return lettering(game, pieces / s, letterSize(pieces), names, Object.values(game.map.printed));
}

const bare = (game: Game) => new Map([...game.map.places.keys()].map((c) => [c, [disc]]));

test.each(Object.keys(catalogues))(
	'on a desktop every name keeps clear of cities and of other names: %s',
	(language) => {
		for (const view of views) {
			const labels = placeLabels(at(world, language, view), bare(world));
			expect([...labels].filter(([, l]) => l.crowded).map(([c]) => c)).toEqual([]);
		}
	},
);

/** Returns a generator of reproducible pseudo-random numbers from 0 to 1. */
function noise(seed: number): () => number {
	let h = seed;
	return () => {
		h = (h + 0x6d2b79f5) | 0;
		let t = Math.imul(h ^ (h >>> 15), 1 | h);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	};
}

/**
 * Makes the pieces of a random position as in a real game. Cubes are mostly in cities of their own disease;
 * there are stations and pawns.
 */
function position(game: Game, seed: number): Map<string, Box[]> {
	const rnd = noise(seed);
	const cities = [...game.box.cities.values()];
	const pick = <T>(of: readonly T[]): T => of[Math.floor(rnd() * of.length)] as T;
	const cubes = new Map(cities.map((c) => [c.id, new Map<string, number>()]));
	// Every tenth position has nearly all cubes on the board.
	const most = seed % 10 === 0 ? game.box.numbers.cubes : Math.floor(rnd() * game.box.numbers.cubes);
	for (const { id } of game.box.diseases) {
		const home = cities.filter((c) => c.disease === id);
		for (let n = 0; n < most; n++) {
			const there = cubes.get(pick(rnd() < 0.12 ? cities : home).id);
			if (there && (there.get(id) ?? 0) < 3) there.set(id, (there.get(id) ?? 0) + 1);
		}
	}
	const stations = new Set(Array.from({ length: Math.floor(rnd() * 7) }, () => pick(cities).id));
	const together = rnd() < 0.3;
	const first = pick(cities).id;
	const pawns = Array.from({ length: 4 }, () => (together ? first : pick(cities).id));
	return new Map(
		cities.map(({ id }) => {
			const marks = {
				cubes: [...(cubes.get(id) ?? [])].map(([disease, n]) => ({ disease, n })),
				pawns: pawns.flatMap((c, seat) => (c === id ? [seat] : [])),
				station: stations.has(id),
				risk: rnd() < 0.1 ? 500 : null,
			};
			return [id, roomOf(marks, game !== world)];
		}),
	);
}

/**
 * Returns the names that overlap another name, a piece or a node, and the names that were left out for lack
 * of space.
 */
function meeting(own: Lettering, rooms: ReadonlyMap<string, readonly Box[]>) {
	const labels = placeLabels(own, rooms);
	const boxes = own.cities.flatMap(({ id, options }) => {
		const to = labels.get(id);
		if (!to) throw new Error(`${id} has no name`);
		const found = options.find(({ spot }) => spot.x === to.x && spot.y === to.y && spot.anchor === to.anchor);
		return found && !to.crowded ? [{ id, box: found.box }] : [];
	});
	const taken = own.cities.flatMap(({ id, at }) =>
		(rooms.get(id) ?? []).map((box) => ({ id, box: moved(box, at) })),
	);
	const met: string[] = [];
	boxes.forEach((a, i) => {
		for (const b of boxes.slice(i + 1)) if (touch(a.box, b.box, 0)) met.push(`${a.id} on ${b.id}`);
		for (const b of taken) if (touch(a.box, b.box, 0)) met.push(`${a.id} on a piece of ${b.id}`);
	});
	return { met, left: own.cities.length - boxes.length };
}

test('names meet no name, no piece and no node in a thousand positions', { timeout: 120_000 }, () => {
	const own = views.flatMap((view) => Object.keys(catalogues).map((language) => at(world, language, view)));
	const found: string[] = [];
	let left = 0;
	for (let seed = 0; seed < 1000; seed++) {
		const one = own[seed % own.length];
		if (!one) continue;
		const { met, left: out } = meeting(one, position(world, seed));
		left += out;
		for (const what of met) found.push(`${seed}: ${what}`);
	}
	expect(found).toEqual([]);
	// Of 48,000 names, at most this many may be left out.
	expect(left).toBeLessThanOrEqual(24);
});

test('a name that meets nothing stays where it is', () => {
	const own = at(world, 'english', { width: 1140, height: 650 });
	const before = placeLabels(own, bare(world));
	const rooms = bare(world);
	const room = roomOf({ cubes: [{ disease: 'blue', n: 3 }], pawns: [], station: true, risk: null }, false);
	const after = placeLabels(own, new Map([...rooms, ['london', room]]));
	const changed = [...after]
		.filter(([c, l]) => l.x !== before.get(c)?.x || l.y !== before.get(c)?.y)
		.map(([c]) => c);
	for (const city of changed) {
		const box = own.cities.find((c) => c.id === city)?.options[
			own.usual[own.cities.findIndex((c) => c.id === city)] ?? 0
		]?.box;
		const there = own.cities.find((c) => c.id === 'london');
		expect(box && there && room.some((r) => touch(box, moved(r, there.at), 0.5)), city).toBe(true);
	}
});

test('on the peninsula few names have to give way', () => {
	const own = at(iberia, 'english', { width: 1140, height: 712 });
	let crowded = 0;
	for (let seed = 0; seed < 100; seed++) crowded += meeting(own, position(iberia, seed)).left;
	expect(crowded / 100).toBeLessThan(1);
});

test('letters never become smaller than can be read', () => {
	for (const pieces of [0.5, 0.7, 1, 1.4]) expect(letterSize(pieces) * pieces).toBeGreaterThanOrEqual(11);
});
