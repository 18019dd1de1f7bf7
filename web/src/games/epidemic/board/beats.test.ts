import { expect, test } from 'vitest';
import { read } from '../../../i18n/notation.ts';
import { game } from '../../world/game.ts';
import { beatsOf } from './beats.ts';
import { outbreaksOf, wavesOf } from './waves.ts';

const lines = (facts: string[]) => facts.map((f) => read(f, game.box.facts));
const near = (city: string) => game.box.cities.get(city)?.near ?? [];

/** A chain of outbreaks from a real game: Chennai triggers Mumbai, and gets no cube back from it. */
const chain = [
	'outbreak chennai black 3',
	'cubes-placed delhi black 1',
	'cubes-placed kolkata black 1',
	'cubes-placed bangkok black 1',
	'cubes-placed jakarta black 1',
	'outbreak mumbai black 4',
	'cubes-placed karachi black 1',
	'cubes-placed delhi black 1',
	'outbreak-spared chennai black',
];

test('an outbreak belongs to the one that reached it when it was full', () => {
	const found = outbreaksOf(lines(chain), near);
	expect(found.map((o) => [o.city, o.n, o.from, o.wave])).toEqual([
		['chennai', 3, undefined, 0],
		['mumbai', 4, 'chennai', 1],
	]);
});

test('a city that the first outbreak filled up is set off by the second', () => {
	// Delhi is linked to Chennai and Mumbai. Chennai's outbreak gave Delhi its third cube, so Mumbai's outbreak
	// made Delhi break out.
	const found = outbreaksOf(
		lines([
			'outbreak chennai black 1',
			'cubes-placed delhi black 1',
			'cubes-placed kolkata black 1',
			'cubes-placed bangkok black 1',
			'cubes-placed jakarta black 1',
			'outbreak mumbai black 2',
			'cubes-placed karachi black 1',
			'outbreak-spared chennai black',
			'outbreak delhi black 3',
		]),
		near,
	);
	expect(found[2]).toMatchObject({ city: 'delhi', from: 'mumbai', wave: 2 });
});

test('outbreaks at the same distance are one wave', () => {
	const found = outbreaksOf(
		lines([
			'outbreak algiers black 1',
			'cubes-placed madrid black 1',
			'cubes-placed paris black 1',
			// Istanbul and Cairo already had three cubes.
			'outbreak istanbul black 2',
			'cubes-placed moscow black 1',
			'outbreak cairo black 3',
			'cubes-placed khartoum black 1',
			'outbreak baghdad black 4',
		]),
		near,
	);
	expect(wavesOf(found).map((w) => w.map((o) => o.city))).toEqual([
		['algiers'],
		['istanbul', 'cairo'],
		['baghdad'],
	]);
});

test('a turn falls into beats in the order of its facts', () => {
	const beats = beatsOf(
		game,
		lines([
			'card-drawn 2 lima',
			'epidemic-drawn 2',
			'rate-raised 2',
			'infection-drawn tokyo',
			'cubes-placed tokyo red 3',
			'intensified 9',
			'infection-began 2',
			'infection-drawn chennai',
			...chain,
			'infection-drawn paris',
			'placement-prevented paris blue',
			'turn-began 3',
		]),
	);
	expect(beats.map((b) => b.kind)).toEqual([
		'epidemic',
		'infection',
		'intensified',
		'infection',
		'wave',
		'wave',
		'infection',
	]);
	const [first, second] = beats.filter((b) => b.kind === 'wave');
	expect([first?.first, first?.last, first?.total]).toEqual([1, 1, 2]);
	expect([second?.first, second?.last, second?.total]).toEqual([2, 2, 2]);
	expect(second?.flows).toEqual([
		{ from: 'mumbai', to: 'karachi', disease: 'black' },
		{ from: 'mumbai', to: 'delhi', disease: 'black' },
	]);
});

test("one's own doing is one quick beat", () => {
	const beats = beatsOf(game, lines(['pawn-moved 0 cairo', 'cubes-removed cairo black 3']));
	expect(beats).toHaveLength(1);
	expect(beats[0]?.ms).toBeLessThanOrEqual(200);
});

test('no fact that changes the board is left out of the beats', () => {
	const facts = lines([
		'cured black',
		'cubes-removed cairo black 1',
		'eradicated black',
		...chain,
		'station-moved paris lima',
	]);
	const played = beatsOf(game, facts).flatMap((b) => b.facts.map((f) => f.raw));
	for (const f of facts) if (/^(cubes|station|pawn)/.test(f.raw)) expect(played).toContain(f.raw);
});
