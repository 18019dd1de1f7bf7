// Weighs the built client against its budget: how much JavaScript the first page that
// plays needs, how much there is in all before the charts, and the map.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = join(import.meta.dirname, '../dist');
const assets = join(dist, 'assets');
const files = readdirSync(assets).filter((f) => f.endsWith('.js'));
const text = (file: string) => readFileSync(join(assets, file), 'utf8');
const gz = (file: string) => gzipSync(readFileSync(join(assets, file)), { level: 9 }).length;

/** The file of a part, by the name that it has before its hash; beside it may stand one that only leads there. */
function named(part: string): string {
	const found = files.filter((f) => f.replace(/-[\w-]{8}\.js$/, '') === part);
	const [largest] = found.sort((a, b) => text(b).length - text(a).length);
	if (!largest) throw new Error(`there is no ${part} in dist`);
	return largest;
}

/** What a file imports at once; what it only imports when asked is left out. */
function imports(file: string): string[] {
	const found = text(file).matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g);
	return [...found].map((m) => m[1] ?? '');
}

/** A set of files with everything that they import at once. */
function closure(roots: string[]): Set<string> {
	const all = new Set<string>();
	const visit = (file: string) => {
		if (all.has(file)) return;
		all.add(file);
		for (const next of imports(file)) visit(next);
	};
	for (const root of roots) visit(root);
	return all;
}

const page = readFileSync(join(dist, 'index.html'), 'utf8');
const entry = /<script[^>]+src="\/assets\/([^"]+)"/.exec(page)?.[1];
if (!entry) throw new Error('index.html starts no script');

/** The map has a budget of its own: where things stand, and the land. */
const map = named('world-map');
const land = readdirSync(assets).find((f) => /^world-land.*\.svg$/.test(f)) ?? '';
const playing = closure([entry, named('TablePage'), named('WorldTable')]);
playing.delete(map);
const charts = files.filter((f) => text(f).includes('uplot'));
const before = files.filter((f) => f !== map && !charts.includes(f));
/** The words of a language are data, fetched beside the code. */
const words = readdirSync(assets).filter((f) => /^(en|fr)\b.*\.json$/.test(f));
if (words.length === 0) throw new Error('no words in dist: are they part of the code again?');
const worker = gzipSync(readFileSync(join(dist, 'sw.js')), { level: 9 }).length;

const sum = (of: Iterable<string>) => [...of].reduce((n, f) => n + gz(f), 0);
const rows = [
	{ what: 'first page that plays', bytes: sum(playing), most: 80 },
	{ what: 'all before charts', bytes: sum(before) + worker, most: 150 },
	{ what: 'map', bytes: gz(map) + gz(land), most: 25 },
];

const kB = (bytes: number) => (bytes / 1000).toFixed(1);
for (const { what, bytes, most } of rows)
	console.log(
		`${bytes > most * 1000 ? 'OVER' : '  ok'}  ${kB(bytes).padStart(6)} kB of ${String(most).padStart(3)}  ${what}`,
	);
for (const file of words)
	console.log(`      ${kB(gz(file)).padStart(6)} kB         ${file.split('-')[0]}, its words`);
console.log(`      ${kB(sum(charts)).padStart(6)} kB         charts, fetched after a game`);
if (process.argv.includes('--files'))
	for (const file of [...playing].sort((a, b) => gz(b) - gz(a)))
		console.log(`      ${kB(gz(file)).padStart(6)} kB         ${file}`);
if (rows.some(({ bytes, most }) => bytes > most * 1000)) process.exit(1);
