// Which code travels together. Many small files pack badly, and each is a request of
// its own, so what is needed at the same moment is one file: what every page stands
// on, a table that can be played on, the rest of that table, what pages share.
import { fileURLToPath } from 'node:url';

/** What the bundler knows of the modules. */
interface Graph {
	getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Parts that the pages outside a table stand on too. */
const everywhere =
	/\/(node_modules\/svelte|src\/(api|app|gen\/api|look|rules|words))\/|\/src\/(gen\/world-land|table\/(Chat|links|slots))/;
/** The map is drawn on several pages, and changes least of all. */
const map = /\/src\/gen\/world-map\.json/;

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
		table: closure('src/games/world/WorldTable.svelte', graph),
		rest: closure('src/games/world/rest.ts', graph),
	};
}

let known: ReturnType<typeof closures> | undefined;

/** The name of the file that a module goes to; none where the bundler may choose. */
function fileOf(id: string, graph: Graph): string | null {
	known ??= closures(graph);
	const { base, page, table, rest } = known;
	if (map.test(id)) return null;
	if (base.has(id)) return 'base';
	if (page.has(id)) return everywhere.test(id) ? 'base' : 'TablePage';
	if (table.has(id)) return everywhere.test(id) ? 'base' : 'WorldTable';
	if (rest.has(id) && !everywhere.test(id)) return 'rest';
	return null;
}

export const chunks = {
	includeDependenciesRecursively: false,
	groups: [
		{ name: fileOf, priority: 2 },
		{ name: 'shared', test: /\/src\/(?!games|gen)/, minShareCount: 2, priority: 1 },
	],
};
