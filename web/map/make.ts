// Makes the maps: src/gen/<game>-map.json, <game>-land.svg, <game>-places.json for small pictures and, for a printed
// board, <game>-print-<theme>.svg. Run `node map/make.ts`; with --check it only reports whether they are up to
// date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { readBoard, readNames } from './board.ts';
import { build, readAtlas, write } from './build.ts';
import { sheets } from './sheets.ts';

for (const sheet of sheets) {
	const board = readBoard(sheet.game);
	const names = readNames(board.cities.map((city) => city.id));
	const { plan, picture, prints } = write(build(sheet, board, names, readAtlas(sheet)));
	put(`src/gen/${sheet.game}-map.json`, plan);
	put(`src/gen/${sheet.game}-land.svg`, picture);
	put(`src/gen/${sheet.game}-places.json`, placesOf(plan));
	for (const [theme, print] of Object.entries(prints)) put(`src/gen/${sheet.game}-print-${theme}.svg`, print);
}

/** Returns where the cities are, and the part of the map that its small picture shows (scripts/boards.ts). */
function placesOf(plan: string): string {
	const { width, height, cities }: Plan = JSON.parse(plan);
	const shown = Math.min(height, (width * 9) / 16);
	const places = Object.entries(cities).map(([id, { x, y }]) => [id, [x, y]]);
	return `${JSON.stringify({ shown: [0, (height - shown) / 2, width, shown], places: Object.fromEntries(places) })}\n`;
}

interface Plan {
	width: number;
	height: number;
	cities: Record<string, { x: number; y: number }>;
}

function put(name: string, text: string): void {
	const file = new URL(`../${name}`, import.meta.url);
	if (!process.argv.includes('--check')) {
		writeFileSync(file, text);
		console.log(`${name}: ${text.length} bytes, ${gzipSync(text).length} compressed`);
	} else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
		console.error(`${name} is not what map/make.ts makes: run \`node map/make.ts\``);
		process.exitCode = 1;
	}
}
