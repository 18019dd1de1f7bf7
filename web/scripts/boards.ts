// Makes the small pictures of boards that the hall shows (src/games/<game>/poster/board-<theme>.webp): the printed
// map with its links and cities. It also makes the picture that other programs show next to an address of the game
// (card.webp): the board, or the game's scene. Run `npm run boards` after a change of a map; Chromium draws them.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { launch } from '../e2e/browser.ts';
import { keep } from '../e2e/webp.ts';

/** The size in pixels, which is enough for the large table on a dense screen; and that of a picture with an address. */
const size = { width: 720, height: 405 };
const cardSize = { width: 1200, height: 630 };

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

function drawing(game: string, theme: string, { width, height } = size): string {
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
	return `<svg data-game="${game}" width="${width}" height="${height}" viewBox="0 0 ${map.width} ${map.height}"
		preserveAspectRatio="xMidYMid ${width === cardSize.width ? 'meet' : 'slice'}" style="display:block;background:var(--sea)">${ground(game, theme, map)}
		<path d="${lines}" fill="none" stroke="var(--link)" stroke-width="4" opacity=".8"/>${dots.join('')}</svg>`;
}

/** Returns the scene of a game without a map, on a table. */
function scene(game: string): string {
	const inside = read(`games/${game}/drawn/scene.svg`).replace(/^<svg[^>]*>|<\/svg>\s*$/g, '');
	const { width, height } = cardSize;
	return `<svg data-game="${game}" width="${width}" height="${height}" viewBox="-44 -32 328 172" style="display:block;background:var(--ground)">
		<defs>${inside}</defs><use href="#scene"/></svg>`;
}

const maps = readdirSync(here('gen')).flatMap((name) => /^(\w+)-map\.json$/.exec(name)?.[1] ?? []);
const games = readdirSync(here('games')).filter(
	(name) => maps.includes(name) || existsSync(here(`games/${name}/drawn/scene.svg`)),
);
const browser = await chromium.launch(launch);
const page = await browser.newPage();

/** Draws a picture in a game's colours, and keeps it as one of its files. */
async function make(
	game: string,
	name: string,
	theme: string,
	wide: typeof size,
	svg: string,
	quality: number,
) {
	const own = existsSync(here(`games/${game}/tokens.css`)) ? read(`games/${game}/tokens.css`) : '';
	await page.setViewportSize(wide);
	await page.setContent(
		`<html data-theme="${theme}"><style>${read('ui/tokens.css')}${own}body{margin:0}</style>${svg}`,
	);
	const png = await page.screenshot();
	await page.setContent('');
	const file = here(`games/${game}/poster/${name}.webp`);
	await keep(page, file.pathname, png, quality);
	console.log(`${game}, ${name}: ${readFileSync(file).length} bytes`);
}

for (const game of games) {
	const mapped = maps.includes(game);
	await make(game, 'card', 'light', cardSize, mapped ? drawing(game, 'light', cardSize) : scene(game), 0.3);
	if (!mapped) continue;
	for (const theme of ['light', 'dark'])
		await make(game, `board-${theme}`, theme, size, drawing(game, theme), 0.6);
}
await browser.close();
