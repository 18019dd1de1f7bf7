// Makes src/gen/world-map.json and src/gen/world-land.svg: `node map/make.ts`. With --check it only tells
// whether they are up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { readBoard, readNames } from './board.ts';
import { build, readAtlas, write } from './build.ts';

const board = readBoard();
const names = readNames(board.cities.map((city) => city.id));
const made = write(build(board, names, readAtlas()));
const files = { 'src/gen/world-map.json': made.map, 'src/gen/world-land.svg': made.land };

for (const [name, text] of Object.entries(files)) {
	const file = new URL(`../${name}`, import.meta.url);
	if (!process.argv.includes('--check')) {
		writeFileSync(file, text);
		console.log(`${name}: ${text.length} bytes, ${gzipSync(text).length} compressed`);
	} else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
		console.error(`${name} is not what map/make.ts makes: run \`node map/make.ts\``);
		process.exitCode = 1;
	}
}
