// Weighs the built client against its budget, game by game: how much JavaScript the
// first page that plays needs, how much there is in all, and the map.
// What is another game's own does not count; what one studies with is weighed by itself.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { games } from '../chunks.ts';

const dist = join(import.meta.dirname, '../dist');
const assets = join(dist, 'assets');
const files = readdirSync(assets).filter((f) => f.endsWith('.js'));
const text = (file: string) => readFileSync(join(assets, file), 'utf8');
const gz = (file: string) => gzipSync(readFileSync(join(assets, file)), { level: 9 }).length;

/** The files of a part, by the name that they have before their hash; beside the largest may stand one that only leads there. */
function allNamed(part: string): string[] {
	const found = files.filter((f) => f.replace(/-[\w-]{8}\.js$/, '') === part);
	return found.sort((a, b) => text(b).length - text(a).length);
}

function named(part: string): string {
	const [largest] = allNamed(part);
	if (!largest) throw new Error(`there is no ${part} in dist`);
	return largest;
}

/** What a file imports at once; what it only imports when asked is left out. */
function imports(file: string): string[] {
	const found = text(file).matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g);
	return [...found].map((m) => m[1] ?? '');
}

/** What a file imports at once or when asked. What it lists to be fetched along is reached by way of that. */
function mentions(file: string): string[] {
	const code = text(file).replace(/\bm\.f=\[[^\]]*\]/g, '');
	return files.filter((other) => code.includes(`/${other}`));
}

/** A set of files with everything that they lead to, but for what lies behind some doors. */
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

/** Lessons, puzzles and the deal of the day are fetched by whoever opens one. */
const study = allNamed('study');
/** The story of a game is fetched by whoever opens it in a replay. */
const story = allNamed('story');
/** Tables on this device are fetched by whoever opens one, or their list. */
const device = allNamed('device');
/** Passkeys and recovery codes are fetched with the settings. */
const signing = allNamed('Member');
/** And so is how one is told while Theriac is closed. */
const noticing = allNamed('NoticeSettings');
/** The words of a language are data, fetched beside the code. */
const words = readdirSync(assets).filter((f) => /^words-.*\.json$/.test(f));
if (words.length === 0) throw new Error('no words in dist: are they part of the code again?');
const worker = gzipSync(readFileSync(join(dist, 'sw.js')), { level: 9 }).length;

const sum = (of: Iterable<string>) => [...of].reduce((n, f) => n + gz(f), 0);

/**
 * How much there may be in all. Every game: landing, set-up, lists, log and replay serve three games,
 * and are in files of their own so that no game fetches another's, which packs less well than one file of everything.
 * The page that sets a table up explains which of hundreds of combinations go together; lobby and talk know teams. Each
 * game says in budget.json how much it may have, and what for.
 */
function wholeOf(game: string): number {
	return JSON.parse(readFileSync(join(import.meta.dirname, `../src/games/${game}/budget.json`), 'utf8')).kB;
}

/** What somebody fetches who plays only this game. */
function weigh(game: string) {
	/** The map has a budget of its own: where things stand, and the land. Not every game has one. */
	const map = allNamed(`${game}-map`);
	const land = readdirSync(assets).filter((f) => f.startsWith(`${game}-land`) && f.endsWith('.svg'));
	/** A printed board has a print for each theme instead, which is art. */
	const ground = land.concat(readdirSync(assets).filter((f) => f.startsWith(`${game}-print`)));
	if (map.length > 0 !== ground.length > 0) throw new Error(`map and land of ${game} do not fit`);
	const foreign = games
		.filter((other) => other !== game)
		.flatMap((other) => [named(other), ...allNamed(`${other}-map`)]);
	// A game without a map has nothing of those that have one.
	if (map.length === 0) foreign.push(named('table'));
	const others = files.filter((file) => foreign.some((own) => closure([file], imports).has(own)));
	const playing = closure([entry, named('TablePage'), named(game)], imports, map);
	/** What its expansions add is fetched by tables that play with one. */
	const added = allNamed(`${game}-more`);
	const more = files.filter((file) => added.some((own) => closure([file], imports).has(own)));
	const before = closure([entry], mentions, [
		...map,
		...study,
		...story,
		...device,
		...signing,
		...noticing,
		...others,
		...more,
	]);
	const expanded = closure([entry, ...more], mentions, [
		...map,
		...study,
		...story,
		...device,
		...signing,
		...noticing,
		...others,
	]);
	const strangers = [...playing].filter((file) => others.includes(file));
	// Neither do the game's own code or the page, which does not know yet which game it opens, ask for one later.
	for (const file of [named(game), named('TablePage')])
		strangers.push(...mentions(file).filter((other) => others.includes(other)));
	if (strangers.length > 0) throw new Error(`a table of ${game} fetches ${strangers.join(', ')}`);
	return {
		playing,
		rows: [
			{ what: `${game}: first page that plays`, bytes: sum(playing), most: 96 },
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

/** Drawings and typefaces lie beside the code; typefaces are packed already. What one table fetches is measured in a browser. */
const beauty = readdirSync(assets)
	.filter((f) => /\.(svg|woff2)$/.test(f))
	.reduce((n, f) => n + (f.endsWith('.svg') ? gz(f) : readFileSync(join(assets, f)).length), 0);
rows.push({ what: 'drawings and typefaces of all games', bytes: beauty, most: 400 });

const rest = closure([entry], mentions, [...study, ...story, ...device, ...signing, ...noticing]);
const studied = [...closure([entry], mentions, [...story, ...device, ...signing, ...noticing])].filter(
	(file) => !rest.has(file),
);
rows.push({ what: 'lessons, puzzles, deal of the day', bytes: sum(studied), most: 25 });
const narrated = [...closure([entry], mentions, [...study, ...device, ...signing, ...noticing])].filter(
	(file) => !rest.has(file),
);
rows.push({ what: 'the story of a game', bytes: sum(narrated), most: 10 });
const taken = [...closure([entry], mentions, [...study, ...story, ...signing, ...noticing])].filter(
	(file) => !rest.has(file),
);
rows.push({ what: 'tables on this device', bytes: sum(taken), most: 15 });
const known = [...closure([entry], mentions, [...study, ...story, ...device, ...noticing])].filter(
	(file) => !rest.has(file),
);
rows.push({ what: 'passkeys and recovery codes', bytes: sum(known), most: 5 });
const noticed = [...closure([entry], mentions, [...study, ...story, ...device, ...signing])].filter(
	(file) => !rest.has(file),
);
rows.push({ what: 'notices while one is away', bytes: sum(noticed), most: 5 });

const kB = (bytes: number) => (bytes / 1000).toFixed(1);
for (const { what, bytes, most } of rows)
	console.log(
		`${bytes > most * 1000 ? 'OVER' : '  ok'}  ${kB(bytes).padStart(6)} kB of ${String(most).padStart(3)}  ${what}`,
	);
for (const file of words)
	console.log(`      ${kB(gz(file)).padStart(6)} kB         words in ${file.split('-')[1]}`);
/** Drawings are files beside the code too. */
const drawings = readdirSync(assets).filter((f) => /^(pictures|steps)\b.*\.svg$/.test(f));
console.log(`      ${kB(sum(drawings)).padStart(6)} kB         drawings of the pages`);
if (process.argv.includes('--files'))
	for (const file of new Set(weighed.flatMap(({ playing }) => [...playing])))
		console.log(`      ${kB(gz(file)).padStart(6)} kB         ${file}`);
if (rows.some(({ bytes, most }) => bytes > most * 1000)) process.exit(1);
