// How modules are grouped into files. Many small files compress badly, and each needs a request, so modules
// that are needed together form one file. There are files for the basis of every page, for a playable
// table, for what that table loads later, and for what pages share. A game's own code is in files that only
// its tables load.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What the bundler knows about the modules. */
interface Graph {
	getModuleInfo(id: string): { importedIds: readonly string[]; importers: readonly string[] } | null;
}

/** Matches parts of the table that other pages use, too. */
const everywhere =
	/\/(node_modules\/svelte|src\/(api|app|i18n|rules|ui))\/|\/src\/(games\/games\.ts|people\/lazy|notices\/browser|table\/(Chat|channels|rooms|RoomSettings|links|slots|bots|bot-acts|BotControls|FaceButton|BotSettings|newcomer|Countdown|countdown|clock))/;
/**
 * Matches lessons, puzzles, the deal of the day and the history: their pages, and their panels over tables.
 */
const studied = /\/src\/(learn|puzzles|pages\/(duplicate|history|learn|puzzles|study|today))\b/;
/** Matches the code of tables on this device, and of the page that lists them. */
const device = /\/src\/(offline\/|pages\/device\/|gen\/games\.json)|offline:games/;
/** Matches the sheets about people, blocks, decisions about this person, and the short codes by which people join. */
const social = /\/src\/(codes\/|people\/(?!lazy)|pages\/decisions\/)/;
/** Matches the sheet by which a person takes a bot's seat in a running game; each game adds its own part. */
const joined = /\/src\/table\/join\/(?!lazy|times)/;
const joinedMap = /\/src\/games\/epidemic\/join\//;
/** Matches what lists of running games show of a map game. */
const glanced = /\/src\/games\/epidemic\/glance\//;
/** Matches what draws pictures of results. */
const picture = /\/src\/share\/picture/;
/** Matches the code of a game's story, which a replay shows. */
const told = /\/src\/replay\/story\/(?!lazy)/;
/** Matches the code of the hall. */
const hall = /\/src\/(pages\/hall\/|games\/\w+\/poster\/board(s\.|-))/;
/** Matches the code of the console, which moderators open. */
const console = /\/src\/pages\/console\/|catalogues\/console/;
/** Matches the code for passkeys, which the settings and the console need. */
const passkeys = /\/src\/pages\/settings\/signin\/passkeys\.ts/;
/** Matches what all replays share; each game adds its own display. */
const wound = /\/src\/(pages\/)?replay\//;
/** Matches what all tables share. */
const anyTable = /\/src\/table\//;
/** Matches a game's map, which changes less often than any other file. */
const map = /\/src\/gen\/(\w+-map)\.json/;
/** Matches Svelte's code that binds the values of form fields. */
const fields = /\/svelte\/src\/internal\/client\/dom\/elements\/bindings\/input\.js$/;
/** Matches the code of tracks that are printed on the board of a map game. */
const printed = /\/src\/games\/epidemic\/board\/print\/(Furniture|Gauge|Pile|Trail|Wells)\.svelte/;
/** The games with a table of their own, which are the folders with an entry.ts. */
export const games = readdirSync(new URL('src/games', import.meta.url), { recursive: true, encoding: 'utf8' })
	.filter((file) => /^\w+\/entry\.ts$/.test(file))
	.map((file) => file.slice(0, -'/entry.ts'.length))
	.sort();

/** Returns a module with all modules that it imports statically, directly or not. */
function closure(file: string, graph: Graph): Set<string> {
	const all = new Set<string>();
	const visit = (id: string) => {
		if (all.has(id)) return;
		all.add(id);
		graph.getModuleInfo(id)?.importedIds.forEach(visit);
	};
	visit(fileURLToPath(new URL(file, import.meta.url)));
	return all;
}

/**
 * Reports whether only games import a module, directly or through modules of their own. The module then
 * belongs to them, whatever its folder.
 */
function gamely(id: string, graph: Graph): boolean {
	const importers = graph.getModuleInfo(id)?.importers ?? [];
	return (
		importers.length > 0 &&
		importers.every((by) => by.includes('/src/games/') || (by.includes('/src/ui/') && gamely(by, graph)))
	);
}

function closures(graph: Graph) {
	return {
		base: closure('src/main.ts', graph),
		page: closure('src/pages/table/TablePage.svelte', graph),
		table: closure('src/games/epidemic/EpidemicTable.svelte', graph),
		tables: new Set(games.flatMap((game) => [...closure(`src/games/${game}/entry.ts`, graph)])),
		/** What all tables share and do not need for the first move. */
		common: closure('src/table/deferred.ts', graph),
		deferred: closure('src/games/epidemic/deferred/index.ts', graph),
		/** What each game's own table loads later, and the code of its expansions. */
		more: ['deferred', 'expansion/deferred'].flatMap((part, i) =>
			games.map((game) => ({
				game: `${game}-${i === 0 ? 'deferred' : 'more'}`,
				files: closure(`src/games/${game}/${part}.ts`, graph),
			})),
		),
		own: games.map((game) => ({ game, files: closure(`src/games/${game}/entry.ts`, graph) })),
	};
}

let known: ReturnType<typeof closures> | undefined;

/** Returns the name of the file for a module; null if the bundler may choose. */
function fileOf(id: string, graph: Graph): string | null {
	known ??= closures(graph);
	const { base, page, table, tables, common, deferred, own, more } = known;
	const drawn = map.exec(id)?.[1];
	if (drawn) return drawn;
	if (fields.test(id)) return 'fields';
	if (printed.test(id)) return 'print';
	const shared = everywhere.test(id) && !gamely(id, graph);
	if (base.has(id)) return 'base';
	if (page.has(id)) return shared ? 'base' : 'TablePage';
	// A module that other pages use as well does not belong in a table's file.
	if (tables.has(id) && shared) return 'base';
	// Modules that the tables of all games share load with the table page.
	if (tables.has(id) && anyTable.test(id)) return 'TablePage';
	if (table.has(id)) return 'table';
	// Modules that several tables load later share a file, too.
	const lazy =
		common.has(id) ||
		(anyTable.test(id) && [{ files: deferred }, ...more].some(({ files }) => files.has(id)));
	if (lazy && !shared) return 'TableDeferred';
	if (device.test(id)) return 'device';
	if (hall.test(id)) return 'hall';
	if (console.test(id)) return 'console';
	if (passkeys.test(id)) return 'passkeys';
	if (studied.test(id)) return 'study';
	if (social.test(id)) return 'people';
	if (joined.test(id)) return 'join';
	if (joinedMap.test(id)) return 'join-map';
	if (glanced.test(id)) return 'glance';
	if (picture.test(id)) return 'drawn';
	if (told.test(id)) return 'story';
	if (wound.test(id)) return 'replay';
	if (deferred.has(id) && !shared) return 'deferred';
	const [one, another] = own.filter(({ files }) => files.has(id));
	const [further] = more.filter(({ files }) => files.has(id));
	// A module that several map games load later is in the file of deferred parts if it is in their common
	// folder. Otherwise it is in the file of one game.
	if (!one && further && !shared) return id.includes('/src/games/epidemic/') ? 'deferred' : further.game;
	// Code that several games use is in the file of the map games' table, even if that table itself does not
	// use it.
	return another ? 'table' : (one?.game ?? null);
}

export const chunks = {
	includeDependenciesRecursively: false,
	groups: [
		{ name: fileOf, priority: 2 },
		{ name: 'shared', test: /\/src\/(?!games|gen)/, minShareCount: 2, priority: 1 },
	],
};
