// Fails if modules of web/src import each other in a cycle.
import { join } from 'node:path';
import { cycles, readGraph } from './graph.ts';

const graph = readGraph(join(import.meta.dirname, '../src'));
const found = cycles(graph);
for (const cycle of found) {
	console.error(`${cycle.length} modules import each other:`);
	for (const file of cycle)
		console.error(
			`  ${file} → ${graph
				.get(file)
				?.filter((other) => cycle.includes(other))
				.join(', ')}`,
		);
}
if (found.length > 0) process.exitCode = 1;
else console.log(`no import cycle among ${graph.size} modules`);
