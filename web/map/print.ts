import type { Board } from './board.ts';
import { writeLines } from './path.ts';
import type { Point, Ring } from './project.ts';
import { type Relief, relief } from './relief.ts';
import { entry } from './sure.ts';
import { type Field, farFrom } from './water.ts';

// Draws a board as a print. The print has the sea with water lines, relief, the coast, and land. The land
// of each region has a tint and a pattern of small shapes (a screen). No group has an opacity, which would
// cost a compositor layer. Each theme has its own file, with its own inks. The client shows it as one
// picture, so drawing it costs nothing during the game.

/** The colours of one theme. */
export type Inks = {
	sea: string;
	water: string;
	land: string;
	coast: string;
	relief: string;
	light: string;
	/** For each disease: the tint of its land, and the colour of the dots on it. */
	tint: Record<string, string>;
	dots: Record<string, string>;
	/** The opacity of the tint and of the band along the coast. */
	strength: number;
	edge: number;
};

export type Print = { inks: Record<string, Inks>; shapes: Record<string, Dot>; relief: Relief };

/** A dot of the pattern on the land: a filled path around 0,0, or just a stroke with round ends. */
export type Dot = string;

/** What a print is drawn from. */
export type Ground = {
	width: number;
	height: number;
	board: Board;
	at: Record<string, Point>;
	land: string;
	/** The distance of every point from the shore. */
	field: Field;
	/** The water lines, from the shore outwards, as paths. */
	water: string[];
};

/** In px: the distance between dots on the land, and between the dots and the coast. */
const PITCH = 11;
const MARGIN = 4;
/** Regions blend into each other: each is drawn several times, grown by each of these numbers of px. */
const STEPS = [-12, -4, 4, 12];
/** How far the print extends beyond the board's edges, in px, for screens of other proportions. */
export const BLEED = { x: 160, y: 100 };

const n = (v: number): string => String(Math.round(v * 10) / 10).replace(/^(-?)0\./, '$1.');

/** printOf draws the board once for each theme. */
export function printOf(ground: Ground, print: Print): Record<string, string> {
	const body = { screens: screens(ground, print), relief: reliefOf(ground, print) };
	return Object.fromEntries(
		Object.entries(print.inks).map(([theme, inks]) => [theme, draw(ground, inks, body)]),
	);
}

type Body = { screens: Record<string, string>; relief: ReturnType<typeof relief> };

function draw(ground: Ground, inks: Inks, { screens, relief }: Body): string {
	const { width, height, land, water } = ground;
	const diseases = Object.keys(screens);
	const share = 1 - (1 - inks.strength) ** (1 / STEPS.length);
	const tints = STEPS.flatMap((by) =>
		diseases.map(
			(d) => `<path fill="${inks.tint[d]}" fill-opacity="${n3(share)}" d="${regionOf(ground, d, by)}"/>`,
		),
	);
	const bands = diseases.map(
		(d) =>
			`<g clip-path="url(#${d})"><use href="#l" fill="none" stroke="${inks.tint[d]}" stroke-opacity="${inks.edge}" stroke-width="9"/></g>`,
	);
	const dots = diseases.map((d) => `<path fill="${inks.dots[d]}" fill-opacity=".5" d="${screens[d]}"/>`);
	const lines = water.map((d, i) => `<path d="${d}" stroke-opacity="${n(0.85 * 0.62 ** i)}"/>`);
	return (
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-BLEED.x} ${-BLEED.y} ${width + 2 * BLEED.x} ${height + 2 * BLEED.y}" width="${width + 2 * BLEED.x}" height="${height + 2 * BLEED.y}"><defs>` +
		`<path id="l" fill-rule="evenodd" d="${land}"/><clipPath id="c"><use href="#l" clip-rule="evenodd"/></clipPath>` +
		diseases.map((d) => `<clipPath id="${d}"><path d="${regionOf(ground, d, 0.3)}"/></clipPath>`).join('') +
		`</defs><path fill="${inks.sea}" d="${writeRings([edge(ground)])}"/>` +
		`<path fill="none" stroke="${inks.water}" stroke-opacity=".3" d="${graticule(ground)}"/>` +
		`<g fill="none" stroke="${inks.water}" stroke-width="1.2">${lines.join('')}</g>` +
		`<use href="#l" y="5" fill="${inks.coast}" fill-opacity=".45"/>` +
		`<use href="#l" fill="${inks.land}" stroke="${inks.coast}" stroke-width="2.6" stroke-linejoin="round"/>` +
		`<g clip-path="url(#c)">${tints.join('')}${bands.join('')}</g>${dots.join('')}` +
		`<g fill="none" stroke-linecap="round" stroke-linejoin="round">` +
		`<path fill="${inks.relief}" fill-opacity=".26" d="${relief.shade}"/>` +
		`<path stroke="${inks.light}" stroke-width="1.8" stroke-opacity=".35" d="${relief.light}"/>` +
		`<path stroke="${inks.relief}" stroke-width="1.4" stroke-opacity=".58" d="${relief.ridge}"/>` +
		`<path stroke="${inks.relief}" stroke-width="1.2" stroke-opacity=".4" d="${relief.small}"/></g></svg>\n`
	);
}

const n3 = (v: number): string => String(Math.round(v * 1000) / 1000).replace(/^0\./, '.');

/** edge returns the outline of the print. */
const edge = ({ width, height }: Ground): Ring => [
	[-BLEED.x, -BLEED.y],
	[width + BLEED.x, -BLEED.y],
	[width + BLEED.x, height + BLEED.y],
	[-BLEED.x, height + BLEED.y],
];

/** graticule draws meridians and parallels, slightly bent as on a globe. */
function graticule({ width, height }: Ground): string {
	let d = '';
	const { x: left, y: top } = BLEED;
	for (let x = -200; x <= width + 320; x += 160) {
		const bent = (x - width / 2) * 0.05;
		d += `M${n(x - bent)} ${-top}Q${n(x + bent)} ${height / 2} ${n(x - bent)} ${height + top}`;
	}
	for (let y = 0; y <= height; y += 150)
		d += `M${-left} ${y}Q${width / 2} ${n(y + (y - 480) * 0.07)} ${width + left} ${y}`;
	return d;
}

/** citiesOf returns the cities of a disease. */
const citiesOf = ({ board }: Ground, disease: string) =>
	board.cities.filter((c) => c.disease === disease).map((c) => c.id);

/**
 * regionOf returns the area that is nearer to a city of this disease than to any other city, grown by some
 * px.
 */
function regionOf(ground: Ground, disease: string, by: number): string {
	const own = citiesOf(ground, disease);
	const rings = own.map((id) => cell(ground, id, (other) => (own.includes(other) ? 0.5 : by)));
	return writeRings(rings);
}

const writeRings = (rings: Ring[]): string =>
	rings.map((ring) => `${writeLines([ring.map(whole)])}z`).join('');
const whole = ([x, y]: Point): Point => [Math.round(x), Math.round(y)];

/**
 * cell returns the area that is nearer to one city than to any other, grown by some px towards each other
 * city.
 */
function cell(ground: Ground, id: string, by: (other: string) => number): Ring {
	const { at } = ground;
	const a = entry(at, id);
	let ring = edge(ground);
	for (const [other, b] of Object.entries(at)) {
		if (other === id) continue;
		const [nx, ny] = [b[0] - a[0], b[1] - a[1]];
		const far = Math.hypot(nx, ny);
		const reach = far / 2 + by(other);
		const side = ([x, y]: Point) => ((x - a[0]) * nx + (y - a[1]) * ny) / far - reach;
		ring = ring.flatMap((p, i): Ring => {
			const q = ring[(i + 1) % ring.length] ?? p;
			const [sp, sq] = [side(p), side(q)];
			const kept: Ring = sp <= 0 ? [p] : [];
			if (sp * sq < 0) {
				const t = sp / (sp - sq);
				kept.push([p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t]);
			}
			return kept;
		});
	}
	return ring;
}

/**
 * screens returns the dots of each disease. They cover the land of its region, except near the coast and
 * around cities.
 */
function screens(ground: Ground, { shapes }: Print): Record<string, string> {
	const { at, board, field, width, height } = ground;
	const dots: Record<string, string> = {};
	const last: Record<string, Point> = {};
	let row = 0;
	for (let y = PITCH / 2 - BLEED.y; y < height + BLEED.y; y += PITCH, row++) {
		for (let x = (row % 2 ? PITCH : PITCH / 2) - BLEED.x; x < width + BLEED.x; x += PITCH) {
			if (farFrom(field, [x, y]) > -MARGIN) continue;
			const near = board.cities.reduce((best, c) =>
				far(at, c.id, x, y) < far(at, best.id, x, y) ? c : best,
			);
			const d = near.disease ?? '';
			// Each dot is written relative to the end of the previous one, so that rows of dots compress well.
			const [px, py] = last[d] ?? [0, 0];
			dots[d] = `${dots[d] ?? ''}m${n(x - px)} ${n(y - py)}${shapes[d]}`;
			last[d] = [x, y];
		}
	}
	return dots;
}

const far = (at: Record<string, Point>, id: string, x: number, y: number): number => {
	const [a, b] = entry(at, id);
	return Math.hypot(a - x, b - y);
};

function reliefOf({ at, field }: Ground, print: Print): ReturnType<typeof relief> {
	const free = ([x, y]: Point) =>
		[-10, 0, 10].every((dx) => farFrom(field, [x + dx, y]) < -2) &&
		Object.values(at).every(([a, b]) => Math.hypot(a - x, b - y + 4) > 24);
	return relief(print.relief, free);
}
