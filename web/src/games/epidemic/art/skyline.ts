// Draws a city's skyline from data. The population determines the number and height of the towers, the region
// the shape of the roofs, and the coast the water. The same city always looks the same.

import type { View } from './pictures.ts';

/** The paths of a skyline, 130 wide and 98 high, with the ground at 74. */
interface Skyline {
	far: string;
	near: string;
	hills?: string;
	sun: { x: number; y: number; r: number };
}

const ground = 74;
/** The space for a landmark, which no generated building covers. */
const middle = { from: 26, to: 102 };

/** Returns a generator of pseudo-random numbers from 0 to 1. A name always gives the same numbers. */
function chance(name: string): () => number {
	let h = 2166136261;
	for (const c of name) h = Math.imul(h ^ c.charCodeAt(0), 16777619);
	return () => {
		h += 0x6d2b79f5;
		let t = Math.imul(h ^ (h >>> 15), 1 | h);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	};
}

const f = (n: number) => String(Math.round(n * 10) / 10);

/** Returns the path of a roof of the given width, from its left wall to its right one. */
function roof(kind: View['roofs'], w: number, by: number): string {
	const half = f(w / 2);
	if (kind === 'dome' && by < 0.5) return `q${half} ${f(-w * 1.1)} ${f(w)} 0`;
	if (kind === 'onion' && by < 0.5)
		return `q-3-5 ${half} ${f(-w)}q${f(w / 2 + 3)} ${f(w - 5)} ${half} ${f(w)}`;
	if (kind === 'gable' && by < 0.7) return `l${half} ${f(-w * 0.8)}l${half} ${f(w * 0.8)}`;
	if (kind === 'pagoda' && by < 0.6)
		return `h-3q5-2 ${f(w / 2 + 3)}-7q${f(w / 2 - 2)} 5 ${f(w / 2 + 3)} 7h-3`;
	if (kind === 'temple' && by < 0.5)
		return `q${f(w * 0.1)} ${f(-w)} ${half} ${f(-w * 1.4)}q${f(w * 0.4)} ${f(w * 0.4)} ${half} ${f(w * 1.4)}`;
	if (by < 0.25) return `h${half}v-6h1.2v6h${f(w / 2 - 1.2)}`;
	return `h${f(w)}`;
}

export function skylineOf(city: string, population: number, view: View): Skyline {
	const next = chance(`sky${city}`);
	const millions = population / 1e6;
	const height = 14 + Math.min(26, millions * 1.6);
	let far = '';
	for (let x = -6; x < 132; ) {
		const w = 6 + next() * 9;
		far += `M${f(x)} ${ground}V${f(ground - 14 - next() * height * 0.8)}h${f(w)}V${ground}Z`;
		x += w + next() * 3;
	}
	const houses = Math.round(8 + Math.min(6, millions / 3));
	let near = '';
	for (let i = 0; i < houses; i++) {
		const x = -4 + i * (138 / houses) + next() * 4;
		const w = 7 + next() * 7;
		const h = 6 + next() * height;
		const top = roof(view.roofs, w, next());
		if (view.landmark && x > middle.from && x < middle.to) continue;
		near += `M${f(x)} ${ground}V${f(ground - h)}${top}V${ground}Z`;
	}
	const sun = {
		x: Math.round(28 + next() * 40),
		y: Math.round(18 + next() * 12),
		r: Math.round(9 + next() * 4),
	};
	const hills =
		next() < 0.5
			? `M-4 ${ground}Q${f(20 + next() * 20)} ${f(44 + next() * 12)} ${f(50 + next() * 20)} 62T134 ${f(56 + next() * 10)}V${ground}Z`
			: undefined;
	return { far, near, sun, hills };
}
