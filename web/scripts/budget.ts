// Checks the size of the built client against each game's budget: the JavaScript of the first playable
// page, the total, and the map. Parts of other games do not count; lessons and puzzles are counted
// separately.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { games } from '../chunks.ts';

const dist = join(import.meta.dirname, '../dist');
const assets = join(dist, 'assets');
const files = readdirSync(assets).filter((f) => f.endsWith('.js'));
const text = (file: string) => readFileSync(join(assets, file), 'utf8');
const gz = (file: string) => gzipSync(readFileSync(join(assets, file)), { level: 9 }).length;

/**
 * Returns the files whose name without the hash is that of a part. Besides the large file there can be a
 * small one that only imports it.
 */
function allNamed(part: string): string[] {
	const found = files.filter((f) => f.replace(/-[\w-]{8}\.js$/, '') === part);
	return found.sort((a, b) => text(b).length - text(a).length);
}

function named(part: string): string {
	const [largest] = allNamed(part);
	if (!largest) throw new Error(`there is no ${part} in dist`);
	return largest;
}

/** Returns the files that a file imports statically. */
function imports(file: string): string[] {
	const found = text(file).matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g);
	return [...found].map((m) => m[1] ?? '');
}

/**
 * Returns the files that a file imports statically or dynamically. The dynamic imports are found through
 * the list of files that it preloads.
 */
function mentions(file: string): string[] {
	const code = text(file).replace(/\bm\.f=\[[^\]]*\]/g, '');
	return files.filter((other) => code.includes(`/${other}`));
}

/**
 * Returns the given files with everything that they import, directly or not, but not through a file in
 * `shut`.
 */
function closure(roots: string[], next: (file: string) => string[], shut: string[] = []): Set<string> {
	const all = new Set<string>();
	const visit = (file: string) => {
		if (all.has(file) || shut.includes(file)) return;
		all.add(file);
		for (const other of next(file)) visit(other);
	};
	for (const root of roots) visit(root);
	return all;
}

const page = readFileSync(join(dist, 'index.html'), 'utf8');
const entry = /<script[^>]+src="\/assets\/([^"]+)"/.exec(page)?.[1] ?? '';
if (entry === '') throw new Error('index.html starts no script');

/** The parts that load when a user opens them. Each counts by itself, with its limit in kB. */
const aside = [
	{ what: 'lessons, puzzles, deal of the day', files: allNamed('study'), most: 25 },
	{ what: 'the story of a game', files: allNamed('story'), most: 10 },
	{ what: 'the hall', files: allNamed('hall'), most: 12 },
	{ what: 'the state of running games', files: allNamed('glance'), most: 5 },
	{ what: 'the sheet for sharing a game', files: [...allNamed('ShareSheet'), ...allNamed('drawn')], most: 3 },
	{ what: 'tables on this device', files: allNamed('device'), most: 15 },
	{ what: 'passkeys and recovery codes', files: [...allNamed('Member'), ...allNamed('passkeys')], most: 5 },
	{ what: 'notices while one is away', files: allNamed('NoticeSettings'), most: 5 },
	{ what: 'the doors and the pages of the host', files: allNamed('aside'), most: 5 },
	{ what: 'people, reports, blocks, decisions and short codes', files: allNamed('people'), most: 15 },
	{ what: 'the sheet of a bot’s seat', files: [...allNamed('join'), ...allNamed('join-map')], most: 12 },
	{ what: 'the console of operators and moderators', files: allNamed('console'), most: 30 },
];
/** The files of all these parts, or of all but one. */
const asides = (but?: string) => aside.flatMap(({ what, files }) => (what === but ? [] : files));
/** The texts of each language. They are data, which the client fetches separately from the code. */
const words = readdirSync(assets).filter((f) => /^(words|console)-.*\.json$/.test(f));
if (words.length === 0) throw new Error('no words in dist: are they part of the code again?');
const worker = gzipSync(readFileSync(join(dist, 'sw.js')), { level: 9 }).length;

const sum = (of: Iterable<string>) => [...of].reduce((n, f) => n + gz(f), 0);

/**
 * Returns the limit for the total size of one game, which budget.json defines with its reason. Three games
 * share the landing page, set-up, lists, log and replay. These are separate files, so that no game loads
 * another's code; that compresses less well than a single file. The set-up page explains which of hundreds
 * of combinations of options are possible; lobby and chat support teams.
 */
function wholeOf(game: string): number {
	return JSON.parse(readFileSync(join(import.meta.dirname, `../src/games/${game}/budget.json`), 'utf8')).kB;
}

/** Measures the code that a player who plays only this game loads. */
function weigh(game: string) {
	/** The files of the map, which has its own budget: positions and land. Not every game has a map. */
	const map = allNamed(`${game}-map`);
	// On wide screens the tracks are printed on the map, so they count as part of it.
	if (map.length > 0) map.push(...allNamed('print'));
	const land = readdirSync(assets).filter((f) => f.startsWith(`${game}-land`) && f.endsWith('.svg'));
	/** The prints of a printed board, one per theme. They count towards the drawings. */
	const ground = land.concat(readdirSync(assets).filter((f) => f.startsWith(`${game}-print`)));
	if (map.length > 0 !== ground.length > 0) throw new Error(`map and land of ${game} do not fit`);
	const foreign = games
		.filter((other) => other !== game)
		.flatMap((other) => [named(other), ...allNamed(`${other}-map`)]);
	// A game without a map must not load code of the map games.
	if (map.length === 0) foreign.push(named('table'));
	const others = files.filter((file) => foreign.some((own) => closure([file], imports).has(own)));
	const playing = closure([entry, named('TablePage'), named(game)], imports, map);
	/** The code of the game's expansions. It loads at tables that play with one. */
	const added = allNamed(`${game}-more`);
	const more = files.filter((file) => added.some((own) => closure([file], imports).has(own)));
	const before = closure([entry], mentions, [...map, ...asides(), ...others, ...more]);
	const expanded = closure([entry, ...more], mentions, [...map, ...asides(), ...others]);
	const strangers = [...playing].filter((file) => others.includes(file));
	// Expansions must not be imported by the game's own code, or by the page, which does not know the game
	// yet.
	for (const file of [named(game), named('TablePage')])
		strangers.push(...mentions(file).filter((other) => others.includes(other)));
	if (strangers.length > 0) throw new Error(`a table of ${game} fetches ${strangers.join(', ')}`);
	return {
		playing,
		rows: [
			{ what: `${game}: first page that plays`, bytes: sum(playing), most: 90 },
			{ what: `${game}: all`, bytes: sum(before) + worker, most: wholeOf(game) },
			...(more.length > 0
				? [{ what: `${game}: expansions`, bytes: sum(expanded) - sum(before), most: 45 }]
				: []),
			...(map.length > 0 ? [{ what: `${game}: map`, bytes: sum([...map, ...land]), most: 25 }] : []),
		],
	};
}

const outside = closure([entry, named('Landing'), named('small')], imports);
for (const part of ['TablePage', 'table', 'TableDeferred'])
	if (outside.has(named(part))) throw new Error(`the pages outside a table fetch ${part}`);

const weighed = games.map(weigh);
const rows = weighed.flatMap((game) => game.rows);

/**
 * The drawings and typefaces, which are files of their own; typefaces are already compressed. A browser
 * test measures how much of them one table loads.
 */
const beauty = readdirSync(assets)
	.filter((f) => /\.(svg|woff2)$/.test(f))
	.reduce((n, f) => n + (f.endsWith('.svg') ? gz(f) : readFileSync(join(assets, f)).length), 0);
rows.push({ what: 'drawings and typefaces of all games', bytes: beauty, most: 400 });

const rest = closure([entry], mentions, asides());
for (const { what, files, most } of aside) {
	const opened = [...closure([entry, ...files], mentions, asides(what))].filter((file) => !rest.has(file));
	rows.push({ what, bytes: sum(opened), most });
}

const kB = (bytes: number) => (bytes / 1000).toFixed(1);
for (const { what, bytes, most } of rows)
	console.log(
		`${bytes > most * 1000 ? 'OVER' : '  ok'}  ${kB(bytes).padStart(6)} kB of ${String(most).padStart(3)}  ${what}`,
	);
for (const file of words)
	console.log(`      ${kB(gz(file)).padStart(6)} kB         ${file.split('-', 2).join(' in ')}`);
/** The drawings on the client's own pages, also files of their own. */
const drawings = readdirSync(assets).filter((f) => /^(pictures|steps)\b.*\.svg$/.test(f));
console.log(`      ${kB(sum(drawings)).padStart(6)} kB         drawings of the pages`);
if (process.argv.includes('--files'))
	for (const file of new Set(weighed.flatMap(({ playing }) => [...playing])))
		console.log(`      ${kB(gz(file)).padStart(6)} kB         ${file}`);
if (rows.some(({ bytes, most }) => bytes > most * 1000)) process.exit(1);
