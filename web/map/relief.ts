import type { Point, Ring } from './project.ts';

// Draws small landscape symbols (mountains, woods and dunes) along lines that were drawn by hand.

export type Relief = { ranges: Ring[]; woods: Ring[]; dunes: Ring[] };

const n = (v: number): string => String(Math.round(v * 10) / 10).replace(/^(-?)0\./, '$1.');

/** noise returns a generator of pseudo-random numbers from 0 to 1 that is the same in every run. */
function noise(seed: number): () => number {
	let h = seed;
	return () => {
		h = (h + 0x6d2b79f5) | 0;
		let t = Math.imul(h ^ (h >>> 15), 1 | h);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	};
}

/** along returns points on a line at equal distances. */
function along(line: Ring, step: number): Point[] {
	const out: Point[] = [];
	let rest = 0;
	line.slice(1).forEach(([bx, by], i) => {
		const [ax, ay] = line[i] ?? [bx, by];
		const length = Math.hypot(bx - ax, by - ay);
		for (; rest < length; rest += step)
			out.push([ax + ((bx - ax) * rest) / length, ay + ((by - ay) * rest) / length]);
		rest -= length;
	});
	return out;
}

/** relief draws the marks wherever there is free space: ridges with light and shade, and smaller marks. */
export function relief(
	{ ranges, woods, dunes }: Relief,
	free: (p: Point) => boolean,
): { shade: string; light: string; ridge: string; small: string } {
	const rnd = noise(7);
	const about = ([x, y]: Point, dx: number, dy: number): Point => [
		x + (rnd() - 0.5) * dx,
		y + (rnd() - 0.5) * dy,
	];
	const out = { shade: '', light: '', ridge: '', small: '' };
	for (const at of ranges.flatMap((line) => along(line, 17))) {
		const [x, y] = about(at, 8, 8);
		const size = 0.75 + rnd() * 0.5;
		if (!free([x, y])) continue;
		const [w, h] = [10 * size, 12 * size];
		out.shade += `M${n(x)} ${n(y - h)}l${n(w)} ${n(h)}h${n(-w * 0.9)}q${n(-w * 0.25)} ${n(-h * 0.45)} ${n(-w * 0.1)} ${n(-h)}z`;
		out.ridge += `M${n(x - w)} ${n(y)}q${n(w * 0.65)} ${n(-h * 0.5)} ${n(w)} ${n(-h)}q${n(w * 0.4)} ${n(h * 0.6)} ${n(w)} ${n(h)}`;
		out.light += `M${n(x - w * 0.55)} ${n(y - 1)}l${n(w * 0.43)} ${n(1 - h * 0.72)}`;
	}
	for (const at of woods.flatMap((line) => along(line, 21).flatMap((p) => [p, p]))) {
		const [x, y] = about(at, 22, 18);
		if (free([x, y])) out.small += `M${n(x)} ${n(y)}v-5m-3.5 2q3.5-8 7 0`;
	}
	for (const at of dunes.flatMap((line) => along(line, 26))) {
		const [x, y] = about(at, 10, 10);
		if (free([x, y])) out.small += `M${n(x - 8)} ${n(y)}q5-6 9-1q4-4 8 1`;
	}
	return out;
}
