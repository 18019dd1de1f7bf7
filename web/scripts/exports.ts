// Fails if a module of web/src exports a name that no other module uses, or that only tests use. Once the
// export is removed, the linter can find the dead code.

import { globSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, normalize } from 'node:path';
import ts from 'typescript';

/** What a module exports, and what it uses of other modules. */
interface Module {
	/** The exported names, each with whether its own module uses it too. */
	exports: Map<string, boolean>;
	/** The names that the module imports from a path; `*` for every name. */
	uses: { path: string; name: string }[];
	/** Every word of the module's text. */
	words: Set<string>;
}

/** Returns a component's module script (`own`) and both its scripts (`all`). Other modules are one script. */
function scripts(file: string, text: string): { own: string; all: string } {
	if (!file.endsWith('.svelte')) return { own: text, all: text };
	const found = [...text.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)];
	const own = found.filter((m) => /\bmodule\b/.test(m[1] ?? '')).map((m) => m[2]);
	return { own: own.join('\n'), all: found.map((m) => m[2]).join('\n') };
}

/** Returns the names that a declaration binds. */
function bound(name: ts.BindingName): string[] {
	if (ts.isIdentifier(name)) return [name.text];
	return name.elements.flatMap((e) => (ts.isOmittedExpression(e) ? [] : bound(e.name)));
}

/** Returns the names that a source exports. */
function exported(source: ts.SourceFile): string[] {
	return source.statements.flatMap((s) => {
		if (ts.isExportAssignment(s)) return ['default'];
		if (ts.isExportDeclaration(s) && s.exportClause && ts.isNamedExports(s.exportClause))
			return s.exportClause.elements.map((e) => e.name.text);
		const marks = ts.canHaveModifiers(s) ? (ts.getModifiers(s) ?? []) : [];
		if (!marks.some((m) => m.kind === ts.SyntaxKind.ExportKeyword)) return [];
		if (marks.some((m) => m.kind === ts.SyntaxKind.DefaultKeyword)) return ['default'];
		if (ts.isVariableStatement(s)) return s.declarationList.declarations.flatMap((d) => bound(d.name));
		return (s as ts.DeclarationStatement).name ? [(s as ts.DeclarationStatement).name?.text ?? ''] : [];
	});
}

/** Returns the names that a source imports or re-exports, with their paths. */
function imported(source: ts.SourceFile): { path: string; name: string }[] {
	return source.statements.flatMap((s) => {
		if (!(ts.isImportDeclaration(s) || ts.isExportDeclaration(s))) return [];
		if (!s.moduleSpecifier || !ts.isStringLiteral(s.moduleSpecifier)) return [];
		const path = s.moduleSpecifier.text;
		const clause = ts.isImportDeclaration(s) ? s.importClause?.namedBindings : s.exportClause;
		const names: string[] = [];
		if (ts.isImportDeclaration(s) && s.importClause?.name) names.push('default');
		if (clause && (ts.isNamedImports(clause) || ts.isNamedExports(clause)))
			names.push(...clause.elements.map((e) => (e.propertyName ?? e.name).text));
		else if (clause || ts.isExportDeclaration(s)) names.push('*');
		return names.map((name) => ({ path, name }));
	});
}

/** Reads a module. */
export function readModule(file: string, text: string): Module {
	const { own, all } = scripts(file, text);
	const parse = (code: string) => ts.createSourceFile(`${file}.ts`, code, ts.ScriptTarget.Latest, true);
	const source = parse(own);
	const count = new Map<string, number>();
	const visit = (node: ts.Node) => {
		if (ts.isIdentifier(node)) count.set(node.text, (count.get(node.text) ?? 0) + 1);
		ts.forEachChild(node, visit);
	};
	visit(parse(all));
	const inMarkup = file.endsWith('.svelte') ? text.replace(/<script.*?<\/script>/gs, '') : '';
	const exports = new Map(
		exported(source).map((name) => [
			name,
			(count.get(name) ?? 0) > 1 || new RegExp(`\\b${name}\\b`).test(inMarkup),
		]),
	);
	// A Svelte component is its file's default export, even though the file has no export statement.
	if (file.endsWith('.svelte')) exports.set('default', false);
	const lazy = [
		...text.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g),
		...text.matchAll(/\bimport\.meta\.glob(?:<[^>]*>)?\(\s*'([^']+)'/g),
		...text.matchAll(/\bnew URL\(\s*'([^']+)'/g),
	];
	return {
		exports,
		uses: [...imported(parse(all)), ...lazy.map((m) => ({ path: m[1] ?? '', name: '*' }))],
		words: new Set(text.match(/[\w$]+/g)),
	};
}

/**
 * Returns the exports below a folder that no other module uses, as `file: name`. A lazy import of a module
 * uses those of its exports whose names occur in the text of another module. A test may use a name that its
 * own module uses too; a name that only tests use is unused.
 */
export function unusedExports(modules: Map<string, Module>, below: string): string[] {
	const used = new Map<string, Set<string>>();
	for (const [from, { uses }] of modules)
		for (const { path, name } of uses) {
			if (!path.startsWith('.')) continue;
			const to = normalize(join(dirname(from), path));
			const found = to.includes('*') ? [...modules.keys()].filter((file) => matchesGlob(file, to)) : [to];
			for (const file of found)
				for (const n of name === '*' ? starred(file) : [name]) {
					if (/\.test\.ts$/.test(from) && !modules.get(file)?.exports.get(n)) continue;
					used.set(file, (used.get(file) ?? new Set()).add(n));
				}
		}
	function starred(file: string): string[] {
		const names = [...(modules.get(file)?.exports.keys() ?? [])];
		const others = [...modules].filter(([other]) => other !== file).map(([, { words }]) => words);
		return names.filter((name) => name === 'default' || others.some((words) => words.has(name)));
	}
	return [...modules].flatMap(([file, { exports }]) =>
		file.startsWith(below)
			? [...exports.keys()].filter((name) => !used.get(file)?.has(name)).map((name) => `${file}: ${name}`)
			: [],
	);
}

if (import.meta.main) {
	const root = join(import.meta.dirname, '..');
	const files = globSync(['{src,e2e,scripts,map,art}/**/*.{ts,svelte}', '*.ts'], { cwd: root });
	const modules = new Map(
		files.map((file) => [file, readModule(file, readFileSync(join(root, file), 'utf8'))]),
	);
	const found = unusedExports(modules, 'src/').filter((name) => !name.startsWith('src/gen/'));
	for (const name of found) console.error(`${name} is exported, and no other module uses it`);
	if (found.length > 0) process.exitCode = 1;
	else console.log(`every export of ${files.length} modules is used`);
}
