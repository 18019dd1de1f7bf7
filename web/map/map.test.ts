import { gzipSync } from 'node:zlib';
import { feature } from 'topojson-client';
import { describe, expect, it, vi } from 'vitest';
import { bending } from './bending.ts';
import { build, readAtlas, write } from './build.ts';
import { atSea, crowded, folded, hidden, knotted, loose, trespassing, turned, unlinked } from './check.ts';
import { readMade } from './made.ts';
import { sheets } from './sheets.ts';
import { areaOf } from './simplify.ts';

// Making a map takes seconds, more on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/**
 * The width in px of the smallest board that shows the whole map. On a narrower screen, the client zooms in
 * on a part.
 */
const SMALLEST = 1000;
/** The smallest target that a finger can hit, in px of the screen. */
const TARGET = 44;

it('makes a map for every game that has one', () => {
	expect(sheets.map(({ game }) => game)).toEqual(expect.arrayContaining(['world', 'iberia']));
});

describe.each(sheets.map((sheet) => ({ game: sheet.game, sheet })))('the map of $game', ({ sheet }) => {
	const { width, height, apart, turn } = sheet;
	const { board, ids, names, text, plan, at, land } = readMade(sheet);
	const bend = bending(sheet, at);

	it('is what make.ts makes', () => {
		expect(write(build(sheet, board, names, readAtlas(sheet))), 'run `node map/make.ts`').toEqual(text);
	});

	it('is small', () => {
		expect(gzipSync(text.plan + text.picture).length).toBeLessThanOrEqual(25_000);
		for (const print of Object.values(text.prints))
			expect(gzipSync(print).length).toBeLessThanOrEqual(48_000);
	});

	it('has every city of the board, within the frame', () => {
		expect(Object.keys(plan.cities)).toEqual(ids);
		for (const [x, y] of Object.values(at)) {
			expect(x > 60 && x < width - 60 && y > 60 && y < height - 60).toBe(true);
		}
	});

	it('gives every city the room of a finger', () => {
		expect(crowded(at, (TARGET * width) / SMALLEST)).toEqual([]);
		expect(crowded(at, apart)).toEqual([]);
	});

	it('keeps the directions between near cities', () => {
		expect(turned(at, sheet, 200, turn)).toEqual([]);
	});

	it('has every city on land', () => {
		expect(atSea(at, land)).toEqual([]);
	});

	it('is nowhere folded', () => {
		const around = { left: -40, top: -40, right: width + 40, bottom: height + 40 };
		expect(folded(bend, around, 6, 0.15)).toEqual([]);
	});

	it('keeps land land and lakes lakes', () => {
		const atlas = readAtlas(sheet);
		for (const ring of sheet.projection.lines(feature(atlas, atlas.objects.land))) {
			if (Math.abs(areaOf(ring)) < 5 || !sheet.drawn(ring)) continue;
			const growth = areaOf(ring.map(bend)) / areaOf(ring);
			expect(growth, `the ring at ${ring[0]}`).toBeGreaterThan(0.2);
			expect(growth, `the ring at ${ring[0]}`).toBeLessThan(12);
		}
		expect(knotted(land)).toEqual([]);
	});

	it.each([0, 1])('never writes a name over a city or a name (language %i)', (language) => {
		expect(hidden(plan.cities, names, language)).toEqual([]);
	});

	it('has every link of the board once, from city to city', () => {
		expect(unlinked(plan.links, board.links)).toEqual([]);
		expect(loose(plan.links, at, sheet)).toEqual([]);
		expect(trespassing(plan.links, at, 22)).toEqual([]);
	});
});
