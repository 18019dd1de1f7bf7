import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { roles as ofIberia } from '../gen/iberia.json';
import { roles as ofWorld } from '../gen/world.json';
import { box } from '../gen/world-more.json';

// Reads the colour tokens from the shared CSS file and from each game's own, so that a change of any colour
// is tested.
const source = new URL('..', import.meta.url);
const css = globSync('{ui,games/*}/tokens.css', { cwd: source })
	.map((file) => readFileSync(new URL(file, source), 'utf8'))
	.join('\n');

type Tokens = Record<string, string>;

/** Returns the tokens in all rules with this selector. */
function block(selector: string): Tokens {
	const bodies = css.split(/[{}]/);
	const found: Tokens = {};
	bodies.forEach((body, i) => {
		if (bodies[i - 1]?.replace(/\/\*[\s\S]*?\*\//g, '').trim() !== selector) return;
		for (const [, name, value] of body.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
			if (name && value) found[name] = value.trim();
		}
	});
	for (const name of Object.keys(found)) {
		const other = /^var\(--([\w-]+)\)$/.exec(found[name] ?? '')?.[1];
		if (other && found[other]) found[name] = found[other];
	}
	if (Object.keys(found).length === 0) throw new Error(`no tokens for ${selector}`);
	return found;
}

const dark = block(':root');
const chosen = block(':root[data-theme="light"]');
const followed = block(':root:not([data-theme="dark"])');
const themes: Record<string, Tokens> = { dark, light: { ...dark, ...chosen } };

/** The tokens on Iberia's board, which has a background of its own. */
const iberia = {
	dark: block('[data-game="iberia"]'),
	chosen: block(':root[data-theme="light"] [data-game="iberia"]'),
	followed: block(':root:not([data-theme="dark"]) [data-game="iberia"]'),
};
themes['dark iberia'] = { ...dark, ...iberia.dark };
themes['light iberia'] = { ...dark, ...chosen, ...iberia.chosen };

function luminance(hex: string): number {
	if (!/^#[0-9a-f]{6}$/.test(hex)) throw new Error(`not a plain colour: ${hex}`);
	const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
		const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Mixes a share of one colour into another, like color-mix(in srgb, …). */
function mix(name: string, share: string, ground: string): string {
	const part = Number.parseFloat(share) / 100;
	const bytes = [1, 3, 5].map((at) => {
		const [a = 0, b = 0] = [name, ground].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
		return Math.round(a * part + b * (1 - part));
	});
	return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the contrast of two colours as WCAG 2 defines it. */
function contrast(a: string, b: string): number {
	const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
	return (high + 0.05) / (low + 0.05);
}

const board = ['sea', 'land'];
/** The wall of the hall, under its headline. */
const walls = ['room-top', 'room'];
const people = Array.from({ length: 8 }, (_, i) => `person-${i}`);
const surfaces = ['panel', 'card', 'raised', 'felt', 'table-rail', 'table-tray'];
/** The possible background colours of text: on the board text has a halo; elsewhere it is on a surface. */
const everywhere = ['halo', ...surfaces];
const diseases = ['blue', 'yellow', 'black', 'red', 'purple'];
/** The dark ink of each disease on paper cards, used for skylines and for the foot of a card. */
const papers = diseases.map((name) => `paper-${name}-dark`);
const roles = Object.keys(dark).filter((name) => name.startsWith('role-') && name !== 'role-edge');

/** The colours of viruses, which cards use too. */
const hues = [
	'red',
	'orange',
	'yellow',
	'lime',
	'green',
	'aqua',
	'blue',
	'violet',
	'pink',
	'sand',
	'grey',
	'white',
].map((hue) => `virus-${hue}`);
const pills = ['pill-blue', 'pill-yellow', 'pill-red'];

const teams = ['team-0', 'team-1', 'team-2'];

/** Each pair: the foreground, the background, and the minimum contrast. */
const pairs: [string, string, number][] = [
	...['text', 'muted', 'accent-text'].flatMap((name) => everywhere.map((on) => pair(name, on, 4.5))),
	...['danger-text', 'warn-text', 'good-text'].flatMap((name) => surfaces.map((on) => pair(name, on, 4.5))),
	...diseases.flatMap((name) => everywhere.map((on) => pair(name, on, 3))),
	...diseases.flatMap((name) => everywhere.map((on) => pair(`${name}-text`, on, 4.5))),
	...diseases.map((name) => pair(`on-${name}`, name, 4.5)),
	...[...board, ...everywhere].map((on) => pair('accent', on, 3)),
	...['gold', 'wine-text'].flatMap((name) => surfaces.map((on) => pair(name, on, name === 'gold' ? 3 : 4.5))),
	pair('on-gold', 'gold', 4.5),
	pair('on-wine', 'wine', 4.5),
	...['on-paper', 'on-paper-muted', 'paper-event', ...papers].flatMap((name) =>
		['paper', 'paper-event-light'].map((on) => pair(name, on, 4.5)),
	),
	...['paper-event', 'paper-epidemic', ...papers].map((on) => pair('on-foot', on, 4.5)),
	...board.map((on) => pair('text', on, 4.5)),
	...surfaces.map((on) => pair('edge', on, 3)),
	pair('on-accent', 'accent-fill', 4.5),
	pair('on-accent', 'accent-fill-hover', 4.5),
	pair('on-danger', 'danger-fill', 4.5),
	pair('panel', 'text', 4.5),
	...roles.map((name) => pair('on-role', name, 4.5)),
	...people.map((name) => pair('on-role', name, 4.5)),
	...walls.flatMap((on) => [pair('text', on, 4.5), pair('muted', on, 4.5), pair('danger-text', on, 4.5)]),
	...teams.flatMap((name) => everywhere.map((on) => pair(name, on, 4.5))),
	...teams.flatMap((name) => board.map((on) => pair(name, on, 3))),
	...teams.map((name) => pair('on-team', name, 4.5)),
	...pills.map((name) => pair('on-pill', name, 4.5)),
	...hues.map((name) => pair('virus-ink', name, 4.5)),
	...surfaces.map((on) => pair('virus-line', on, 3)),
];

function pair(name: string, on: string, least: number): [string, string, number] {
	return [name, on, least];
}

describe.each(Object.entries(themes))('%s', (_, tokens) => {
	it.each(pairs)('%s on %s reaches %d:1', (name, on, least) => {
		expect(contrast(tokens[name] ?? '', tokens[on] ?? '')).toBeGreaterThanOrEqual(least);
	});

	it.each(diseases)('a piece of %s, with its outline of ink, stands out on the map', (name) => {
		for (const on of board) {
			const ground = tokens[on] ?? '';
			const seen = [`${name}-piece`, 'piece-ink'].map((part) => contrast(tokens[part] ?? '', ground));
			expect(Math.max(...seen)).toBeGreaterThanOrEqual(3);
		}
		// The outline must contrast with the piece, too, so that neighbouring pieces can be told apart.
		expect(contrast(tokens[`${name}-piece`] ?? '', tokens['piece-ink'] ?? '')).toBeGreaterThanOrEqual(2);
	});

	it.each(roles)('a pin in %s, with its edge, stands out on the map', (name) => {
		for (const on of board) {
			const ground = tokens[on] ?? '';
			const best = Math.max(
				contrast(tokens[name] ?? '', ground),
				contrast(tokens['role-edge'] ?? '', ground),
			);
			expect(best).toBeGreaterThanOrEqual(3);
		}
	});
});

describe.each(Object.entries(themes))('the pharmacy in %s', (_, tokens) => {
	const of = (name: string) => tokens[name] ?? '';

	it.each(hues)('lets the name be read on a card in %s', (name) => {
		expect(contrast(of('text'), mix(of(name), of('card-tint'), of('card')))).toBeGreaterThanOrEqual(4.5);
	});

	it.each([...hues, ...pills])('shows what is %s on every ground, by its colour or its ink', (name) => {
		for (const on of surfaces) {
			const best = Math.max(contrast(of(name), of(on)), contrast(of('virus-ink'), of(on)));
			expect(best).toBeGreaterThanOrEqual(3);
		}
	});
});

it('has a colour for every role', () => {
	const known = ['none', ...[...ofWorld, ...box.roles, ...ofIberia].map(({ id }) => id)];
	expect(roles.toSorted()).toEqual(known.map((name) => `role-${name}`).sort());
});

it.each(['dark iberia', 'light iberia'])('has rails and clean water that can be seen in %s', (theme) => {
	const { land = '', sea = '', rail = '', water = '', 'on-water': on = '' } = themes[theme] ?? {};
	expect(contrast(rail, land)).toBeGreaterThanOrEqual(4.5);
	for (const ground of [land, sea]) expect(contrast(water, ground)).toBeGreaterThanOrEqual(3);
	expect(contrast(on, water)).toBeGreaterThanOrEqual(4.5);
});

it('has one light theme, chosen or followed', () => {
	expect(followed).toEqual(chosen);
	expect(iberia.followed).toEqual(iberia.chosen);
});

it('lets the light theme change only what the dark one has', () => {
	for (const name of Object.keys(chosen)) expect(dark).toHaveProperty(name);
});
