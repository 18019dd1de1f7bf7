// Tests that the four diseases can be distinguished without colours: by their shapes, and by letters.

import { inflateSync } from 'node:zlib';
import world from '../src/gen/world.json' with { type: 'json' };
import { gate } from './browser.ts';
import { ready } from './seen.ts';
import { brisk, expect, test } from './test.ts';
import { like, said } from './words.ts';

/** Reads a PNG as Chromium writes it, with eight bits per channel and not interlaced, into shades of grey. */
function grey(png: Buffer): { width: number; height: number; at: (x: number, y: number) => number } {
	const width = png.readUInt32BE(16);
	const height = png.readUInt32BE(20);
	const channels = png[25] === 6 ? 4 : 3;
	const parts: Buffer[] = [];
	for (let at = 8; at < png.length; ) {
		const length = png.readUInt32BE(at);
		if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
		at += 12 + length;
	}
	const raw = inflateSync(Buffer.concat(parts));
	const row = width * channels;
	const out = Buffer.alloc(row * height);
	for (let y = 0; y < height; y++) {
		const filter = raw[y * (row + 1)];
		for (let i = 0; i < row; i++) {
			const left = i >= channels ? (out[y * row + i - channels] ?? 0) : 0;
			const up = y > 0 ? (out[(y - 1) * row + i] ?? 0) : 0;
			const corner = y > 0 && i >= channels ? (out[(y - 1) * row + i - channels] ?? 0) : 0;
			const p = left + up - corner;
			const near = [left, up, corner].reduce((a, b) => (Math.abs(p - b) < Math.abs(p - a) ? b : a));
			const add = [0, left, up, (left + up) >> 1, near][filter ?? 0] ?? 0;
			out[y * row + i] = ((raw[y * (row + 1) + 1 + i] ?? 0) + add) & 255;
		}
	}
	const at = (x: number, y: number) => {
		const i = y * row + x * channels;
		return 0.299 * (out[i] ?? 0) + 0.587 * (out[i + 1] ?? 0) + 0.114 * (out[i + 2] ?? 0);
	};
	return { width, height, at };
}

/** Returns a picture, cropped to what it shows, as a grid of cells with and without ink. */
function silhouette(png: Buffer, cells = 16): boolean[] {
	const { width, height, at } = grey(png);
	const ground = at(1, 1);
	const ink = (x: number, y: number) => Math.abs(at(x, y) - ground) > 40;
	const xs: number[] = [];
	const ys: number[] = [];
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x++) {
			if (!ink(x, y)) continue;
			xs.push(x);
			ys.push(y);
		}
	const [left, right] = [Math.min(...xs), Math.max(...xs)];
	const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
	return Array.from({ length: cells * cells }, (_, i) => {
		const x = left + ((i % cells) + 0.5) * ((right - left) / cells);
		const y = top + (Math.floor(i / cells) + 0.5) * ((bottom - top) / cells);
		return ink(Math.round(x), Math.round(y));
	});
}

const difference = (a: boolean[], b: boolean[]) => a.filter((cell, i) => cell !== b[i]).length / a.length;

/** The simulated ways of seeing: without colours, and with red-green blindness. */
const eyes = ['achromatopsia', 'deuteranopia'] as const;

/** All themes in all ways of seeing or, before a change lands, each of both once. */
const looks = ['light', 'dark']
	.flatMap((theme) => eyes.map((eye) => ({ theme, eye })))
	.filter((_, i) => !gate || i % 3 === 0);

for (const { theme, eye } of looks)
	test(`diseases differ with ${eye}, ${theme}`, async ({ server, open }) => {
		const table = await server.table();
		const browser = { deviceScaleFactor: 4, viewport: { width: 1440, height: 900 } };
		const page = await open({ path: table.path, as: table.who(0), settings: { ...brisk, theme }, browser });
		await ready(page);
		const cdp = await page.context().newCDPSession(page);
		await cdp.send('Emulation.setEmulatedVisionDeficiency', { type: eye });
		// The marks of the supply form a row, one for each disease.
		const marks = page.getByRole('button', { name: like('web.track.supply.said') }).locator('svg');
		await expect(marks).toHaveCount(world.diseases.length);
		const figures: boolean[][] = [];
		for (const mark of await marks.all()) figures.push(silhouette(await mark.screenshot()));
		for (const [i, a] of figures.entries())
			for (const b of figures.slice(i + 1)) expect(difference(a, b)).toBeGreaterThan(0.08);

		await page.screenshot({ path: test.info().outputPath(`${eye}-${theme}.png`) });

		// The cards show the letters of their diseases as text.
		const letters = await page
			.getByRole('region', { name: /./ })
			.locator('[data-card]')
			.evaluateAll((cards) => cards.map((c) => [c.getAttribute('data-card'), c.textContent]));
		for (const [card, text] of letters) {
			const disease = world.cities.find((c) => c.id === card)?.disease;
			if (disease) expect(text).toContain(said(`terminal.letter.${disease}`));
		}
		expect(letters.length).toBeGreaterThan(0);
	});
