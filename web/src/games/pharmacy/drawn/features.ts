// Draws eyes and mouths. A drawing is a string that lists outlines, such as 'BM…Z|=LM…'. Each outline is the
// letter of a paint (Paint.svelte), then a path. If it starts with =, it is drawn on both sides.

import { disc, lid, mirrored } from './shapes.ts';

export type Hue =
	| 'red'
	| 'orange'
	| 'yellow'
	| 'lime'
	| 'green'
	| 'aqua'
	| 'blue'
	| 'violet'
	| 'pink'
	| 'sand'
	| 'grey'
	| 'white';

export interface Features {
	/** The three colours of the virus: its body, its clothes, and a third one. */
	hue: Hue;
	alt?: Hue;
	third?: Hue;
	/** Parts under the body: limbs, hair, and what the virus carries. */
	back?: string;
	body: string;
	marks?: string;
	eyes: Eye[];
	mouth: Mouth;
	/** Parts in front of the body: a nose, a hat. */
	front?: string;
	/** The position of the sticking plaster after an injection. */
	hurt: [x: number, y: number];
}

/**
 * An eye: where, how big, and how it looks.
 * - `o` open, `w` wide with a small pupil, `d` a dot
 * - `c` closed, `h` laughing, `x` pressed shut
 * - `s` with a heavy lid, `a` angry, `u` unhappy
 * The last two numbers are the direction of the pupil, from -1 to 1.
 */
type Eye = [
	x: number,
	y: number,
	r: number,
	look: 'o' | 'w' | 'd' | 'c' | 'h' | 'x' | 's' | 'a' | 'u',
	dx?: number,
	dy?: number,
];

/**
 * A mouth: its kind, its centre, half its width, and how far it opens.
 * - `s` smile, `f` frown, `v` wavy, `n` none
 * - `o` an open round one, `g` a laughing one, `t` chattering teeth, `b` a beak
 * - `k` gritted teeth, `e` with fangs
 */
type Mouth = [
	how: 's' | 'f' | 'v' | 'n' | 'o' | 'g' | 't' | 'k' | 'e' | 'b',
	x: number,
	y: number,
	w: number,
	h?: number,
];

/** Returns the eye of a living virus. */
export function eye([x, y, r, look, dx = 0, dy = 0]: Eye): string {
	const left = x < 50;
	switch (look) {
		case 'd':
			return `K${disc(x, y, r)}|w${disc(x - r * 0.3, y - r * 0.35, r * 0.32)}`;
		case 'c':
			return `LM${x - r} ${y}q${r} ${r * 1.1} ${2 * r} 0`;
		case 'h':
			return `LM${x - r} ${y + r * 0.4}q${r} ${-r * 1.7} ${2 * r} 0`;
		case 'x':
			return left
				? `LM${x - r} ${y - r * 0.7}L${x + r} ${y}L${x - r} ${y + r * 0.7}`
				: `LM${x + r} ${y - r * 0.7}L${x - r} ${y}L${x + r} ${y + r * 0.7}`;
	}
	const pupil = r * (look === 'w' ? 0.3 : 0.55);
	const reach = r - pupil - 1;
	const px = x + dx * reach;
	const py = y + dy * reach;
	const ball = `W${disc(x, y, r)}|K${disc(px, py, pupil)}|w${disc(px - pupil * 0.35, py - pupil * 0.4, pupil * 0.36)}`;
	switch (look) {
		case 's':
			return `${ball}|B${lid(x, y, r, 180, 360)}`;
		case 'a':
			return `${ball}|B${left ? lid(x, y, r, 192, 372) : lid(x, y, r, 168, 348)}`;
		case 'u':
			return `${ball}|B${left ? lid(x, y, r, 158, 296) : lid(x, y, r, 244, 382)}`;
	}
	return ball;
}

/** Returns the eye of a dead virus. */
export function crossed([x, y, r]: Eye): string {
	const a = Math.max(4.5, r * 0.7);
	return `LM${x - a} ${y - a}l${2 * a} ${2 * a}m0 ${-2 * a}l${-2 * a} ${2 * a}`;
}

/** Returns the eye of a virus with one injection, which is dizzy. */
export function dizzy([x, y, size]: Eye): string {
	const r = Math.max(7, size);
	return `W${disc(x, y, r)}|lM${x} ${y}a${r * 0.2} ${r * 0.2} 0 0 1 ${r * 0.4} 0a${r * 0.4} ${r * 0.4} 0 0 1 ${-r * 0.8} 0a${r * 0.55} ${r * 0.55} 0 0 1 ${r * 1.1} 0a${r * 0.65} ${r * 0.65} 0 0 1 ${-r * 0.75} ${r * 0.62}`;
}

/** Returns the mouth of a living virus. */
export function mouth([how, x, y, w, h = w]: Mouth): string {
	switch (how) {
		case 's':
			return `LM${x - w} ${y}q${w} ${h} ${2 * w} 0`;
		case 'f':
			return `LM${x - w} ${y}q${w} ${-h} ${2 * w} 0`;
		case 'v':
			return `LM${x - w} ${y}q${w / 3} ${-h} ${(2 * w) / 3} 0t${(2 * w) / 3} 0t${(2 * w) / 3} 0`;
		case 'o':
			return `M${disc(x, y, w, h)}|t${disc(x, y + h * 0.55, w * 0.62, h * 0.36)}|${w > 9 ? `wM${x - w * 0.6} ${y - h * 0.7}q${w * 0.6} ${-h * 0.3} ${w * 1.2} 0l${-w * 0.1} ${h * 0.22}h${-w * 0.3}v${-h * 0.1}h${-w * 0.4}v${h * 0.1}h${-w * 0.3}Z` : ''}`;
		case 'g':
			return `MM${x - w} ${y}q${w} ${h * 0.25} ${2 * w} 0q${-w * 0.1} ${h} ${-w} ${h}t${-w} ${-h}Z|t${disc(x, y + h * 0.78, w * 0.5, h * 0.22)}|wM${x - w * 0.82} ${y + h * 0.1}q${w * 0.82} ${h * 0.2} ${w * 1.64} 0l${-w * 0.1} ${h * 0.17}q${-w * 0.72} ${h * 0.14} ${-w * 1.44} 0Z`;
		case 't':
			return `WM${x - w} ${y}l${w / 2} ${-h / 2}l${w / 2} ${h / 2}l${w / 2} ${-h / 2}l${w / 2} ${h / 2}v${h}l${-w / 2} ${h / 2}l${-w / 2} ${-h / 2}l${-w / 2} ${h / 2}l${-w / 2} ${-h / 2}Z|lM${x - w} ${y + h / 2}h${2 * w}M${x - w / 2} ${y - h / 2}v${2 * h}M${x} ${y}v${h}M${x + w / 2} ${y - h / 2}v${2 * h}`;
		case 'k':
			return `WM${x - w} ${y}q${w} ${-h * 0.5} ${2 * w} 0v${h}q${-w} ${-h * 0.5} ${-2 * w} 0Z|lM${x - w} ${y + h / 2}q${w} ${-h * 0.5} ${2 * w} 0M${x - w / 2} ${y - h * 0.15}v${h * 0.95}M${x} ${y - h * 0.25}v${h}M${x + w / 2} ${y - h * 0.15}v${h * 0.95}`;
		case 'e':
			return `MM${x - w} ${y}q${w} ${h * 0.4} ${2 * w} 0q${-w * 0.2} ${h} ${-w} ${h}t${-w} ${-h}Z|wM${x - w * 0.75} ${y + h * 0.12}l${w * 0.16} ${h * 0.5}l${w * 0.26} ${-h * 0.38}ZM${x + w * 0.75} ${y + h * 0.12}l${-w * 0.16} ${h * 0.5}l${-w * 0.26} ${-h * 0.38}Z|t${disc(x, y + h * 0.82, w * 0.42, h * 0.2)}`;
		case 'b':
			return `CM${x - w} ${y}q${w} ${-h} ${2 * w} 0l${-w} ${h}Z`;
	}
	return '';
}

/** Returns the mouth of a dead virus, with its tongue hanging out. */
export function gone([, x, y, w]: Mouth): string {
	const a = Math.min(12, Math.max(7, w));
	return `TM${x - a * 0.1} ${y}v${a * 0.8}a${a * 0.4} ${a * 0.4} 0 0 0 ${a * 0.8} 0v${-a * 0.8}Z|LM${x - a} ${y + 1}q${a / 2} ${-a * 0.4} ${a} 0t${a} 0`;
}

/** Returns a sticking plaster, diagonally across a body. */
export function plaster([x, y]: [number, number]): string {
	return `CM${x - 9.5} ${y + 4}l13 -13a4.5 4.5 0 0 1 6.4 6.4l-13 13a4.5 4.5 0 0 1 -6.4 -6.4Z|lM${x - 3.5} ${y - 2}l6.4 6.4M${x + 0.5} ${y - 6}l6.4 6.4`;
}

/** Returns two eyes that mirror each other, given the left one. */
export function pair(...[x, y, r, look, dx = 0, dy = 0]: Eye): Eye[] {
	return [
		[x, y, r, look, dx, dy],
		[100 - x, y, r, look, -dx, dy],
	];
}

/**
 * Splits a drawing into its outlines, each with the letter of its paint and its path. An outline that
 * begins with = is drawn on both sides.
 */
export function layers(drawing: string): { how: string; d: string }[] {
	const told = drawing.split('|').filter(Boolean);
	return told.map((layer) => {
		if (layer[0] !== '=') return { how: layer.charAt(0), d: layer.slice(1) };
		const d = layer.slice(2);
		return { how: layer.charAt(1), d: d + mirrored(d) };
	});
}

/** Returns a drawing's silhouette as one path, without details on the body and parts away from it. */
export function silhouette(drawing: string): string {
	const seen = layers(drawing).filter(({ how }) => /[BACWKMPQZTL]/.test(how));
	return seen.map(({ d }) => d).join('');
}
