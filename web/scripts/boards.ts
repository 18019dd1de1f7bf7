// Makes the small pictures of boards that the hall shows (src/games/<game>/poster/board-<theme>.webp): the printed
// map with its links and cities. Run `npm run boards` after a change of a map; Chromium draws them.

import { readdirSync, readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { launch } from '../e2e/browser.ts';
import { keep } from '../e2e/webp.ts';

/** The size in pixels, which is enough for the large table on a dense screen. */
const size = { width: 720, height: 405 };

const here = (path: string) => new URL(`../src/${path}`, import.meta.url);
const read = (path: string) => readFileSync(here(path), 'utf8');

interface Map {
	width: number;
	height: number;
	bleed?: { x: number; y: number };
	cities: Record<string, { x: number; y: number }>;
	links: { points?: [number, number][]; lines?: [number, number][][] }[];
}

/** Returns the ground of a board: its print, or the parts of its land in the game's colours. */
function ground(game: string, theme: string, { width, height, bleed = { x: 0, y: 0 } }: Map): string {
	const prints = readdirSync(here('gen')).filter((name) => name === `${game}-print-${theme}.svg`);
	if (prints[0]) {
		const data = Buffer.from(read(`gen/${prints[0]}`)).toString('base64');
		return `<image href="data:image/svg+xml;base64,${data}" x="${-bleed.x}" y="${-bleed.y}" width="${width + 2 * bleed.x}" height="${height + 2 * bleed.y}"/>`;
	}
	const land = read(`gen/${game}-land.svg`).replace(/^<svg[^>]*>|<\/svg>\s*$/g, '');
	return `<defs>${land}</defs><g stroke="var(--coast)">
		<use href="#water-1" fill="none" opacity=".7"/><use href="#water-2" fill="none" opacity=".4"/>
		<use href="#abroad" fill="color-mix(in srgb, var(--land) 45%, var(--sea))"/>
		<use href="#land" fill="var(--land)" stroke-width="2"/></g>`;
}

function drawing(game: string, theme: string): string {
	const map: Map = JSON.parse(read(`gen/${game}-map.json`));
	const { cities } = JSON.parse(read(`gen/${game}.json`)) as { cities: { id: string; disease: string }[] };
	const lines = map.links
		.flatMap(({ points, lines }) => lines ?? (points ? [points] : []))
		.map((line) => `M${line.join('L')}`)
		.join('');
	const dots = cities.map(({ id, disease }) => {
		const { x = 0, y = 0 } = map.cities[id] ?? {};
		return `<circle cx="${x}" cy="${y}" r="13" fill="var(--${disease})" stroke="var(--piece-ink)" stroke-width="3.5"/>`;
	});
	return `<svg data-game="${game}" width="${size.width}" height="${size.height}" viewBox="0 0 ${map.width} ${map.height}"
		preserveAspectRatio="xMidYMid slice" style="display:block;background:var(--sea)">${ground(game, theme, map)}
		<path d="${lines}" fill="none" stroke="var(--link)" stroke-width="4" opacity=".8"/>${dots.join('')}</svg>`;
}

const games = readdirSync(here('gen')).flatMap((name) => /^(\w+)-map\.json$/.exec(name)?.[1] ?? []);
const browser = await chromium.launch(launch);
const page = await browser.newPage({ viewport: size });
for (const game of games)
	for (const theme of ['light', 'dark']) {
		const own = readdirSync(here(`games/${game}`)).includes('tokens.css')
			? read(`games/${game}/tokens.css`)
			: '';
		await page.setContent(
			`<html data-theme="${theme}"><style>${read('ui/tokens.css')}${own}body{margin:0}</style>${drawing(game, theme)}`,
		);
		const png = await page.screenshot();
		await page.setContent('');
		const file = here(`games/${game}/poster/board-${theme}.webp`);
		await keep(page, file.pathname, png, 0.6);
		console.log(`${game}, ${theme}: ${readFileSync(file).length} bytes`);
	}
await browser.close();
