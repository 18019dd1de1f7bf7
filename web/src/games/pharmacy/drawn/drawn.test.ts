import { describe, expect, it } from 'vitest';
import game from '../../../gen/pharmacy.json';
import { crossed, dizzy, eye, type Features, gone, layers, mouth, pair, plaster } from './features.ts';
import { pictures } from './pictures.ts';
import { viruses } from './viruses.ts';

/** Returns all painted outlines of a virus, in all its states. */
function painted(of: Features): string[] {
	const eyes = of.eyes.flatMap((one) => [eye(one), dizzy(one), crossed(one)]);
	return [
		of.back ?? '',
		of.body,
		of.marks ?? '',
		...eyes,
		mouth(of.mouth),
		gone(of.mouth),
		of.front ?? '',
		plaster(of.hurt),
	]
		.flatMap((part) => part.split('|'))
		.filter(Boolean);
}

const risks = game.risks.map(({ id }) => id);
const faces = [
	...game.viruses.map(({ id }) => id),
	...game.risks.filter(({ value }) => value).map(({ id }) => id),
];
const rest = [game.injection, ...risks.filter((id) => !faces.includes(id))];

it('has a face for every card that lies as a virus, and a picture for every other', () => {
	expect(Object.keys(viruses).sort()).toEqual(faces.sort());
	expect(Object.keys(pictures).sort()).toEqual(rest.sort());
});

it('gives no two cards the same features', () => {
	const drawings = [
		...Object.values(viruses).map(({ body, back, marks, eyes, mouth, front }) =>
			JSON.stringify([body, back, marks, eyes, mouth, front]),
		),
		...Object.values(pictures).map((picture) => picture.of),
	];
	expect(new Set(drawings).size).toBe(drawings.length);
	// A silhouette consists of the body and the parts in front of and under it. Players must be able to tell
	// the viruses apart by their silhouettes alone.
	const outlines = Object.values(viruses).map(({ back, body, front }) => `${back}|${body}|${front}`);
	expect(new Set(outlines).size).toBe(outlines.length);
});

/**
 * How many numbers each path command needs, to check outlines: each is a letter of Paint.svelte, then a
 * path.
 */
const needs: Record<string, number> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

function fault(layer: string): string | undefined {
	if (!/^=?[BACWKMTSHRYLPQZbackwmtlgo]M/.test(layer)) return `no paint: ${layer}`;
	for (const [, command = '', numbers = ''] of layer.replace(/^=?./, '').matchAll(/([a-z])([^a-z]*)/gi)) {
		const found = numbers.match(/-?\d*\.?\d+/g) ?? [];
		const least = needs[command.toLowerCase()];
		if (least === undefined || /NaN|undefined/.test(numbers)) return `${command}${numbers}`;
		if (least ? found.length === 0 || found.length % least : found.length) return `${command}${numbers}`;
	}
	return undefined;
}

it('draws on both sides what is told of one', () => {
	expect(layers('=PM10 20h5c1 2 3 4 5 6a7 8 0 0 1 9 1v3L40 50Z')).toEqual([
		{
			how: 'P',
			d: 'M10 20h5c1 2 3 4 5 6a7 8 0 0 1 9 1v3L40 50ZM90 20h-5c-1 2 -3 4 -5 6a7 8 0 0 0 -9 1v3L60 50Z',
		},
	]);
	expect(pair(40, 30, 8, 'o', 0.5, 1)[1]).toEqual([60, 30, 8, 'o', -0.5, 1]);
});

it('knows a path that cannot be drawn', () => {
	expect(fault('BM1 2h3Z')).toBeUndefined();
	expect(fault('BM1 2Hh3Z')).toBe('H');
	expect(fault('XM1 2')).toBe('no paint: XM1 2');
	expect(fault('BM1 2c1 2 3 4 5')).toBe('c1 2 3 4 5');
});

describe.each(Object.entries(viruses))('%s', (_, of) => {
	it('is made of paints and paths that can be drawn', () => {
		expect(painted(of).map(fault).filter(Boolean)).toEqual([]);
	});

	it('has eyes to cross, and both a living and a dead mouth', () => {
		expect(of.eyes.length).toBeGreaterThan(0);
		expect(of.eyes.map(crossed)).not.toEqual(of.eyes.map(eye));
		expect(gone(of.mouth)).not.toBe(mouth(of.mouth));
	});
});

it.each(Object.entries(pictures))('%s is made of paints and paths that can be drawn', (_, picture) => {
	expect(picture.of.split('|').map(fault).filter(Boolean)).toEqual([]);
});

// The red cross on white, its reverse and the green cross of pharmacies are protected signs, so hearts and
// drops stand for medical care. A plus sign is allowed if it means one more.
it('draws no cross where somebody is cared for', () => {
	const plus =
		/h([\d.]+)v([\d.]+)h\2v\1h-\2v\2h-\1v-\2h-\2v-\1h\2|M-?[\d.]+-?[\d.]+H[\d.]+V-?[\d.]+H[\d.]+V[\d.]+H[\d.]+V[\d.]+H-/;
	const sources = import.meta.glob(
		[
			'../**/*.{svelte,ts}',
			'../../iberia/**/*.svelte',
			'../../iberia/board/shapes.ts',
			'../../../../art/{base,peninsula,expansion}.ts',
		],
		{ query: '?raw', import: 'default', eager: true },
	) as Record<string, string>;
	expect(Object.keys(sources).length).toBeGreaterThan(50);
	for (const [file, text] of Object.entries(sources)) expect(plus.test(text), file).toBe(false);
	expect(plus.test('M46 14h8v8h8v8h-8v8h-8v-8h-8v-8h8Z')).toBe(true);
	expect(plus.test('M-1.6-4.6H1.6V-1.6H4.6V1.6H1.6V4.6H-1.6V1.6H-4.6V-1.6H-1.6Z')).toBe(true);
});
