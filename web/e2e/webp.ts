// Writes pictures as WebP. The browser itself encodes and compares them, so no other program is needed.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

const url = (bytes: Buffer, type: string) => `data:image/${type};base64,${bytes.toString('base64')}`;

/** Encodes a PNG as WebP in the given page of the browser, preferably an empty one. */
async function encode(page: Page, png: Buffer, quality: number): Promise<Buffer> {
	const made = await page.evaluate(
		async ([source, q]) => {
			const image = await createImageBitmap(await (await fetch(source)).blob());
			const canvas = new OffscreenCanvas(image.width, image.height);
			canvas.getContext('2d', { alpha: false })?.drawImage(image, 0, 0);
			const bytes = new Uint8Array(
				await (await canvas.convertToBlob({ type: 'image/webp', quality: q })).arrayBuffer(),
			);
			return Array.from(bytes, (b) => String.fromCharCode(b)).join('');
		},
		[url(png, 'png'), quality] as const,
	);
	return Buffer.from(made, 'latin1');
}

/**
 * Returns the share of pixels in which two pictures differ; 1 if their sizes differ. Differences that
 * compression causes do not count.
 */
function difference(page: Page, a: Buffer, b: Buffer): Promise<number> {
	return page.evaluate(
		async (sources) => {
			const [one, two] = await Promise.all(
				sources.map(async (source) => {
					const image = await createImageBitmap(await (await fetch(source)).blob());
					const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
					context?.drawImage(image, 0, 0);
					return context?.getImageData(0, 0, image.width, image.height);
				}),
			);
			if (!one || !two || one.width !== two.width || one.height !== two.height) return 1;
			let n = 0;
			for (let i = 0; i < one.data.length; i += 4)
				if ([0, 1, 2].some((c) => Math.abs((one.data[i + c] ?? 0) - (two.data[i + c] ?? 0)) > 40)) n++;
			return n / (one.data.length / 4);
		},
		[url(a, 'webp'), url(b, 'webp')],
	);
}

/** The smallest share of differing pixels for which a picture counts as changed. */
const another = 0.002;

/**
 * Writes a picture, unless the file already shows the same: an unchanged picture must not make the
 * repository grow.
 */
export async function keep(page: Page, file: string, png: Buffer, quality = 0.76): Promise<boolean> {
	const made = await encode(page, png, quality);
	if (existsSync(file) && (await difference(page, readFileSync(file), made)) < another) return false;
	writeFileSync(file, made);
	return true;
}

/** A frame of a moving picture, and how many milliseconds it is shown. */
export interface Frame {
	png: Buffer;
	shown: number;
}

/** What a frame changes: an encoded part of the picture, its position, and the time at which it appears. */
interface Change {
	x: number;
	y: number;
	width: number;
	height: number;
	data: string;
}

/** Returns an animated WebP that repeats forever; each frame contains only what it changes. */
export async function animation(
	page: Page,
	frames: readonly Frame[],
	size: { width: number; height: number },
	quality: number,
): Promise<Buffer> {
	await page.evaluate(() => Reflect.deleteProperty(globalThis, 'before'));
	const parts: { change: Change; shown: number }[] = [];
	for (const { png, shown } of frames) {
		const change = await changed(page, png, size, quality);
		const last = parts.at(-1);
		if (change) parts.push({ change, shown });
		else if (last) last.shown += shown;
	}
	const head = Buffer.concat([Buffer.from([2, 0, 0, 0]), three(size.width - 1), three(size.height - 1)]);
	const body = Buffer.concat([
		chunk('VP8X', head),
		chunk('ANIM', Buffer.alloc(6)),
		...parts.map(({ change, shown }) => chunk('ANMF', frame(change, shown))),
	]);
	return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), body]));
}

/** Returns the part in which a picture differs from the previous one; undefined if they are equal. */
function changed(
	page: Page,
	png: Buffer,
	size: { width: number; height: number },
	quality: number,
): Promise<Change | undefined> {
	return page.evaluate(
		async ({ source, width, height, quality }) => {
			const near = 10;
			const kept = globalThis as unknown as { before?: ImageData };
			const image = await createImageBitmap(await (await fetch(source)).blob());
			const canvas = new OffscreenCanvas(width, height);
			const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
			if (!context) throw new Error('nothing can be drawn');
			context.imageSmoothingQuality = 'high';
			context.drawImage(image, 0, 0, width, height);
			const now = context.getImageData(0, 0, width, height);
			let [left, top, right, bottom] = kept.before ? [width, height, -1, -1] : [0, 0, width - 1, height - 1];
			for (let i = 0; kept.before && i < now.data.length; i += 4) {
				const far = [0, 1, 2].some(
					(c) => Math.abs((now.data[i + c] ?? 0) - (kept.before?.data[i + c] ?? 0)) > near,
				);
				if (!far) continue;
				const [x, y] = [(i / 4) % width, Math.floor(i / 4 / width)];
				[left, right] = [Math.min(left, x), Math.max(right, x)];
				[top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
			}
			if (right < 0) return undefined;
			kept.before = now;
			// The format requires even coordinates.
			[left, top] = [left - (left % 2), top - (top % 2)];
			const [w, h] = [right - left + 1, bottom - top + 1];
			const part = new OffscreenCanvas(w, h);
			part.getContext('2d', { alpha: false })?.drawImage(canvas, left, top, w, h, 0, 0, w, h);
			const bytes = new Uint8Array(
				await (await part.convertToBlob({ type: 'image/webp', quality })).arrayBuffer(),
			);
			const data = Array.from(bytes, (b) => String.fromCharCode(b)).join('');
			return { x: left, y: top, width: w, height: h, data };
		},
		{ source: url(png, 'png'), ...size, quality },
	);
}

/** Returns a number as three bytes. */
function three(n: number): Buffer {
	return Buffer.from([n & 255, (n >> 8) & 255, (n >> 16) & 255]);
}

/** Returns a chunk of a RIFF file, padded to an even length. */
function chunk(name: string, body: Buffer): Buffer {
	const head = Buffer.alloc(8);
	head.write(name, 'latin1');
	head.writeUInt32LE(body.length, 4);
	return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

/** Returns the content of an ANMF chunk, which replaces a part of the picture. */
function frame({ x, y, width, height, data }: Change, shown: number): Buffer {
	const still = Buffer.from(data, 'latin1').subarray(12);
	// Keeps only the still picture's chunks with pixels; the other chunks describe a whole file.
	const pixels: Buffer[] = [];
	for (let at = 0; at < still.length; ) {
		const length = 8 + still.readUInt32LE(at + 4);
		const end = at + length + (length % 2);
		if (['ALPH', 'VP8 ', 'VP8L'].includes(still.toString('latin1', at, at + 4)))
			pixels.push(still.subarray(at, end));
		at = end;
	}
	const place = [x / 2, y / 2, width - 1, height - 1, Math.round(shown)].map(three);
	return Buffer.concat([...place, Buffer.from([2]), ...pixels]);
}
