// Compares two folders of screenshots from `npm run screenshots` (SCREENSHOTS=folder): `npm run compare
// BEFORE AFTER`. It prints which pictures differ, in how many pixels and where. Differences in
// anti-aliasing do not count.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

interface Picture {
	width: number;
	height: number;
	/** How many bytes a pixel has. */
	deep: number;
	bytes: Buffer;
}

/** Reads a PNG as browsers write it: eight bits per channel, not interlaced. */
function read(file: string): Picture {
	const data = readFileSync(file);
	const parts: Buffer[] = [];
	for (let at = 8; at < data.length; at += 12 + data.readUInt32BE(at))
		if (data.toString('latin1', at + 4, at + 8) === 'IDAT')
			parts.push(data.subarray(at + 8, at + 8 + data.readUInt32BE(at)));
	const [width, height, deep] = [data.readUInt32BE(16), data.readUInt32BE(20), data[25] === 6 ? 4 : 3];
	return { width, height, deep, bytes: unfiltered(inflateSync(Buffer.concat(parts)), width * deep, deep) };
}

/**
 * Undoes the PNG filter of each line, which stores a byte as its difference from its neighbours to the left
 * and above.
 */
function unfiltered(packed: Buffer, length: number, deep: number): Buffer {
	const lines = packed.length / (length + 1);
	const out = Buffer.alloc(lines * length);
	for (let y = 0; y < lines; y++) {
		const filter = packed[y * (length + 1)];
		for (let x = 0; x < length; x++) {
			const left = x < deep ? 0 : (out[y * length + x - deep] as number);
			const above = y === 0 ? 0 : (out[(y - 1) * length + x] as number);
			const corner = x < deep || y === 0 ? 0 : (out[(y - 1) * length + x - deep] as number);
			const guess = [0, left, above, (left + above) >> 1, nearest(left, above, corner)][filter as number];
			out[y * length + x] = (packed[y * (length + 1) + 1 + x] as number) + (guess as number);
		}
	}
	return out;
}

/**
 * Returns whichever of three neighbours is nearest to the value predicted from them (the Paeth filter of
 * PNG).
 */
function nearest(left: number, above: number, corner: number): number {
	const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
	if (a <= b && a <= c) return left;
	return b <= c ? above : corner;
}

/** The largest difference between two channel values that still count as equal. */
const near = 24;

/** Returns how many pixels differ and the box around them; undefined if the pictures are equal. */
function differing(a: Picture, b: Picture): string | undefined {
	if (a.width !== b.width || a.height !== b.height || a.deep !== b.deep) return 'another size';
	let n = 0;
	const box = [a.width, a.height, 0, 0];
	for (let i = 0; i < a.bytes.length; i++) {
		if (Math.abs((a.bytes[i] as number) - (b.bytes[i] as number)) <= near) continue;
		const pixel = Math.floor(i / a.deep);
		i = (pixel + 1) * a.deep - 1;
		const [x, y] = [pixel % a.width, Math.floor(pixel / a.width)];
		n++;
		box.splice(
			0,
			4,
			...[Math.min, Math.min, Math.max, Math.max].map((of, k) => of(box[k] as number, k % 2 ? y : x)),
		);
	}
	return n > 0 ? `${n} pixels within ${box.join(' ')}` : undefined;
}

const [before = '', after = ''] = process.argv.slice(2);
const pictures = readdirSync(after).filter((file) => file.endsWith('.png'));
let changed = 0;
for (const file of pictures) {
	const [was, is] = [join(before, file), join(after, file)];
	if (readdirSync(before).includes(file) && readFileSync(was).equals(readFileSync(is))) continue;
	const found = readdirSync(before).includes(file) ? differing(read(was), read(is)) : 'new';
	if (found) console.log(`${file}: ${found}`);
	if (found) changed++;
}
console.log(`${changed} of ${pictures.length} pictures differ`);
if (changed > 0) process.exitCode = 1;
