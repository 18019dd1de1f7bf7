// Which code travels together. Many small files pack badly, and each is a request of
// its own, so what is needed at the same moment is one file: what every page stands
// on, a table that can be played on, the rest of that table, what pages share. What
// is one game's own is in files that only its tables fetch.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What the bundler knows of the modules. */
interface Graph {
	getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Parts that the pages outside a table stand on too. */
const everywhere =
	/\/(node_modules\/svelte|src\/(api|app|gen\/api|look|rules|words))\/|\/src\/(games\/games\.ts|table\/(Chat|channels|links|slots))/;
/** Small parts of every table that nobody waits for: alone they would pack badly. */
const seldom = /\/src\/(notices\/(Notices|calling|sounds)|table\/Standstill)/;
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

function closures(graph: Graph) {
	return {
		base: closure('src/main.ts', graph),
		page: closure('src/table/TablePage.svelte', graph),
		table: closure('src/games/epidemic/EpidemicTable.svelte', graph),
		rest: new Set([
			...closure('src/games/epidemic/rest.ts', graph),
			...closure('src/pages/Replay.svelte', graph),
		]),
		/** What the expansions of a game add. */
		more: games.map((game) => ({
			game: `${game}-more`,
			files: closure(`src/games/${game}/expansion/rest.ts`, graph),
		})),
		own: games.map((game) => ({ game, files: closure(`src/games/${game}/entry.ts`, graph) })),
	};
}

let known: ReturnType<typeof closures> | undefined;

/** The name of the file that a module goes to; none where the bundler may choose. */
function fileOf(id: string, graph: Graph): string | null {
	known ??= closures(graph);
	const { base, page, table, rest, own, more } = known;
	const drawn = map.exec(id)?.[1];
	if (drawn) return drawn;
	if (base.has(id)) return 'base';
	if (page.has(id)) return everywhere.test(id) ? 'base' : 'TablePage';
	if (table.has(id)) return everywhere.test(id) ? 'base' : 'table';
	if (seldom.test(id) || (rest.has(id) && !everywhere.test(id))) return 'rest';
	const [one, another] = own.filter(({ files }) => files.has(id));
	const [expansion] = more.filter(({ files }) => files.has(id));
	// Parts that the expansions share with another game are in neither's file.
	const apart = id.includes('/src/games/epidemic/');
	if (!one && expansion && !apart && !everywhere.test(id)) return expansion.game;
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
