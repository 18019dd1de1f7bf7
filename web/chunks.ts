// Which code travels together. Many small files pack badly, and each is a request of
// its own, so what is needed at the same moment is one file: what every page stands
// on, a table that can be played on, what that table loads later, what pages share. What
// is one game's own is in files that only its tables fetch.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What the bundler knows of the modules. */
interface Graph {
	getModuleInfo(id: string): { importedIds: readonly string[]; importers: readonly string[] } | null;
}

/** Parts that the pages outside a table stand on too. */
const everywhere =
	/\/(node_modules\/svelte|src\/(api|app|i18n|rules|ui))\/|\/src\/(games\/games\.ts|notices\/browser|table\/(Chat|channels|links|slots|bots|bot-acts|BotControls|BotSettings|newcomer|Countdown|countdown|clock))/;
/** Lessons, puzzles, the deal of the day and what one has played: pages, and what stands over their tables. */
const studied = /\/src\/(learn|puzzles|pages\/(duplicate|history|learn|puzzles|study|today))\b/;
/** Tables on this device, and the page that lists them. */
const device = /\/src\/(offline\/|pages\/device\/|gen\/games\.json)|offline:games/;
/** The story of a game, in its replay. */
const told = /\/src\/replay\/story\/(?!lazy)/;
/** What every replay stands on; what it shows is its game's own. */
const wound = /\/src\/(pages\/)?replay\//;
/** What stands at every table. */
const anyTable = /\/src\/table\//;
/** A map changes least of all. */
const map = /\/src\/gen\/(\w+-map)\.json/;
/** The games that have a table of their own: the folders with an entry. */
export const games = readdirSync(new URL('src/games', import.meta.url), { recursive: true, encoding: 'utf8' })
	.filter((file) => /^\w+\/entry\.ts$/.test(file))
	.map((file) => file.slice(0, -'/entry.ts'.length))
	.sort();

/** Everything that a module needs at once, with itself. */
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

/** Whether only games ask for a module, or what is theirs itself: then it is theirs, wherever it lies. */
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
		/** What stands at every table and is not needed for the first move. */
		common: closure('src/table/deferred.ts', graph),
		deferred: closure('src/games/epidemic/deferred.ts', graph),
		/** What one game's own table loads later, and what its expansions add. */
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

/** The name of the file that a module goes to; none where the bundler may choose. */
function fileOf(id: string, graph: Graph): string | null {
	known ??= closures(graph);
	const { base, page, table, tables, common, deferred, own, more } = known;
	const drawn = map.exec(id)?.[1];
	if (drawn) return drawn;
	const shared = everywhere.test(id) && !gamely(id, graph);
	if (base.has(id)) return 'base';
	if (page.has(id)) return shared ? 'base' : 'TablePage';
	// Parts that pages use too are no game's own.
	if (tables.has(id) && shared) return 'base';
	// What stands at every table comes with the page, and not with the tables of one kind.
	if (tables.has(id) && anyTable.test(id)) return 'TablePage';
	if (table.has(id)) return 'table';
	// And so does what several tables load later.
	const lazy =
		common.has(id) ||
		(anyTable.test(id) && [{ files: deferred }, ...more].some(({ files }) => files.has(id)));
	if (lazy && !shared) return 'TableDeferred';
	if (device.test(id)) return 'device';
	if (studied.test(id)) return 'study';
	if (told.test(id)) return 'story';
	if (wound.test(id)) return 'replay';
	if (deferred.has(id) && !shared) return 'deferred';
	const [one, another] = own.filter(({ files }) => files.has(id));
	const [further] = more.filter(({ files }) => files.has(id));
	// Parts that some games load later and share are in neither's file, but with what all load later.
	if (!one && further && !shared) return id.includes('/src/games/epidemic/') ? 'deferred' : further.game;
	// What games share, and the table itself does not name, travels with the table.
	return another ? 'table' : (one?.game ?? null);
}

export const chunks = {
	includeDependenciesRecursively: false,
	groups: [
		{ name: fileOf, priority: 2 },
		{ name: 'shared', test: /\/src\/(?!games|gen)/, minShareCount: 2, priority: 1 },
	],
};
