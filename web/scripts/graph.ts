// The import graph of the client's source: which module imports which, and which modules import each other
// in a cycle. Type imports count like values, since a reader follows both. Dynamic imports do not count: a
// page uses them to load its later parts, which may import modules of the page.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import ts from 'typescript';

/** The modules that each module imports, by path below the root. */
export type Graph = Map<string, string[]>;

/**
 * Returns the specifiers that a source text imports or re-exports. For a Svelte component it reads the
 * scripts.
 */
export function specifiers(file: string, text: string): string[] {
	const scripts = file.endsWith('.svelte')
		? [...text.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map((m) => m[1] ?? '')
		: [text];
	return scripts.flatMap((source) => {
		const lazy = new Set([...source.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)].map((m) => m[1]));
		const all = ts.preProcessFile(source, true, true).importedFiles.map((f) => f.fileName);
		return all.filter((name) => !lazy.has(name));
	});
}

/** Reads the graph of every TypeScript and Svelte module below a folder. Packages and data files are left out. */
export function readGraph(root: string): Graph {
	const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
		.filter((file) => /\.(ts|svelte)$/.test(file))
		.map((file) => file.split(sep).join('/'))
		.sort();
	const known = new Set(files);
	const resolve = (from: string, name: string): string | undefined => {
		if (!name.startsWith('.')) return undefined;
		const path = normalize(join(dirname(from), name))
			.split(sep)
			.join('/');
		const found = [path, `${path}.ts`, `${path}/index.ts`].find((file) => known.has(file));
		if (!found && !existsSync(join(root, path.replace(/\?.*$/, ''))))
			throw new Error(`${from} imports ${name}: no such file`);
		return found;
	};
	return new Map(
		files.map((file) => {
			const named = specifiers(file, readFileSync(join(root, file), 'utf8'));
			return [file, named.flatMap((name) => resolve(file, name) ?? []).sort()];
		}),
	);
}

/**
 * Returns the groups of modules that import each other, by Tarjan's algorithm. A component that imports
 * itself does not count.
 */
export function cycles(graph: Graph): string[][] {
	const found: string[][] = [];
	const index = new Map<string, number>();
	const stack: string[] = [];
	/** Returns the lowest stack index that can be reached from a module. */
	const visit = (module: string): number => {
		const own = index.size;
		let lowest = own;
		index.set(module, own);
		stack.push(module);
		for (const next of graph.get(module) ?? []) {
			if (!index.has(next)) lowest = Math.min(lowest, visit(next));
			else if (stack.includes(next)) lowest = Math.min(lowest, index.get(next) ?? own);
		}
		if (lowest === own) {
			const group = stack.splice(stack.indexOf(module));
			if (group.length > 1) found.push(group.sort());
		}
		return lowest;
	};
	for (const module of graph.keys()) if (!index.has(module)) visit(module);
	return found;
}
