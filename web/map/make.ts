// Makes the maps: src/gen/<game>-map.json, <game>-land.svg and, for a printed board,
// <game>-print-<theme>.svg. Run `node map/make.ts`; with --check it only reports whether they are up to
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
	for (const [theme, print] of Object.entries(prints)) put(`src/gen/${sheet.game}-print-${theme}.svg`, print);
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
