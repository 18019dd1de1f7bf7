// Computes outlines for the drawings. Each drawing fills a square of 100 by 100.

/** Writes a number as briefly as possible. */
function r(n: number): number {
	return Math.round(n * 10) / 10;
}

/** Returns a disc, or an ellipse if two radii are given. */
export function disc(x: number, y: number, rx: number, ry = rx): string {
	return `M${r(x - rx)} ${r(y)}a${r(rx)} ${r(ry)} 0 1 0 ${r(2 * rx)} 0a${r(rx)} ${r(ry)} 0 1 0 ${r(-2 * rx)} 0Z`;
}

/** Returns a centred egg, given its top and bottom, half its width, and the height of its widest point. */
export function egg(top: number, bottom: number, wide: number, belly: number): string {
	const [up, down] = [r((belly - top) * 0.57), r((bottom - belly) * 0.57)];
	const [in1, in2] = [r(wide * 0.6), r(wide * 0.55)];
	return `M50 ${top}c${in1} 0 ${wide} ${r(belly - top - up)} ${wide} ${belly - top}s${r(in2 - wide)} ${bottom - belly} ${-wide} ${bottom - belly}s${-wide} ${-down} ${-wide} ${belly - bottom}s${r(wide - in1)} ${top - belly} ${wide} ${top - belly}Z`;
}

/** Returns a point on an ellipse. Degrees count clockwise from the right. */
function at(x: number, y: number, rx: number, ry: number, degrees: number): string {
	const turn = (degrees * Math.PI) / 180;
	return `${r(x + rx * Math.cos(turn))} ${r(y + ry * Math.sin(turn))}`;
}

/** Returns an eyelid: the part of a disc above a chord, from one angle to another. */
export function lid(x: number, y: number, radius: number, from: number, to: number): string {
	return `M${at(x, y, radius, radius, from)}A${radius} ${radius} 0 0 1 ${at(x, y, radius, radius, to)}Z`;
}

/** Returns a spiky body with `n` points, between an inner and an outer radius. */
export function spiky(x: number, y: number, n: number, inner: number, outer: number): string {
	const points = Array.from({ length: 2 * n }, (_, i) => {
		const radius = i % 2 ? inner : outer;
		return at(x, y, radius, radius, (i * 180) / n - 90);
	});
	return `M${points.join('L')}Z`;
}

/** Returns a woolly body: `n` soft bumps around an ellipse. */
export function woolly(x: number, y: number, n: number, rx: number, ry: number, turn = 0): string {
	const step = 360 / n;
	const bump = r(rx * Math.sin(Math.PI / n) * 1.05);
	const points = Array.from({ length: n }, (_, i) => at(x, y, rx, ry, (i + 1) * step + turn));
	return `M${at(x, y, rx, ry, turn)}${points.map((p) => `A${bump} ${bump} 0 0 1 ${p}`).join('')}Z`;
}

/**
 * Returns `n` angles from one angle to another. A full circle leaves out the last, which equals the first.
 */
function angles(n: number, start: number, end: number): number[] {
	const step = (end - start) / (end - start === 360 ? n : n - 1);
	return Array.from({ length: n }, (_, i) => start + i * step);
}

/** Returns rays from one radius to another, between two angles. */
export function rays(
	x: number,
	y: number,
	n: number,
	from: number,
	to: number,
	start = 0,
	end = 360,
): string {
	const ray = (angle: number) => `M${at(x, y, from, from, angle)}L${at(x, y, to, to, angle)}`;
	return angles(n, start, end).map(ray).join('');
}

/** Returns the knobs at the ends of rays. */
export function knobs(
	x: number,
	y: number,
	n: number,
	to: number,
	size: number,
	start = 0,
	end = 360,
): string {
	const knob = (angle: number) =>
		`M${at(x, y, to, to, angle)}m${-size} 0a${size} ${size} 0 1 0 ${2 * size} 0a${size} ${size} 0 1 0 ${-2 * size} 0Z`;
	return angles(n, start, end).map(knob).join('');
}

/** Returns a wreath of `n` leaves between two radii. */
export function leaves(x: number, y: number, n: number, from: number, to: number, turn = 0): string {
	const half = 220 / n;
	return Array.from({ length: n }, (_, i) => {
		const angle = (i * 360) / n + turn;
		const wide = from + (to - from) * 0.45;
		const [root, tip] = [at(x, y, from, from, angle), at(x, y, to, to, angle)];
		return `M${root}Q${at(x, y, wide, wide, angle - half)} ${tip}Q${at(x, y, wide, wide, angle + half)} ${root}Z`;
	}).join('');
}

/** Returns a path mirrored left to right. */
export function mirrored(path: string): string {
	return path.replace(/([a-z])([^a-z]*)/gi, (_, command: string, numbers: string) => {
		const kind = command.toLowerCase();
		const flipped = numbers.match(/-?\d*\.?\d+/g)?.map((text, i) => {
			const n = Number(text);
			if (kind === 'a' && i % 7 === 4) return 1 - n;
			const across = kind === 'a' ? i % 7 === 5 : kind === 'h' || (kind !== 'v' && i % 2 === 0);
			return across ? r(command === kind ? -n : 100 - n) : n;
		});
		return command + (flipped ?? []).join(' ');
	});
}
