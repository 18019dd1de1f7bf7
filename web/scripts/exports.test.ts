import { expect, it } from 'vitest';
import { readModule, unusedExports } from './exports.ts';

/** Returns the unused exports of some files, given by path with their source text. */
function unused(files: Record<string, string>): string[] {
	const modules = new Map(Object.entries(files).map(([file, text]) => [file, readModule(file, text)]));
	return unusedExports(modules, 'src/');
}

it('finds exports of every kind that no other module uses', () => {
	const kinds = `export const a = 1, { b, c: [d] } = x; export function e() {} export class F {}
		export interface G {} export type H = G; export { a as i }; export default a; const j = 1;`;
	const names = ['a', 'b', 'd', 'e', 'F', 'G', 'H', 'i', 'default'];
	expect(unused({ 'src/k.ts': kinds })).toEqual(names.map((name) => `src/k.ts: ${name}`));
});

it('counts imports, re-exports and imports of types as uses', () => {
	const files = {
		'src/a.ts':
			'export const a = 1; export type B = 1; export const c = 1; export default 1; export const d = 1;',
		'src/deep/b.ts': `import x, { a as y, type B } from '../a.ts'; export { c } from '../a.ts';`,
		'art/c.ts': `import { c } from '../src/deep/b.ts';`,
	};
	expect(unused(files)).toEqual(['src/a.ts: d']);
});

it('reads components', () => {
	const files = {
		'src/Used.svelte': `<script module>export const a = 1;\nexport const b = 1;</script>\n<script>export const c = 1;</script>`,
		'src/Idle.svelte': `<script>import Used, { a } from './Used.svelte';</script>`,
	};
	expect(unused(files)).toEqual(['src/Used.svelte: b', 'src/Idle.svelte: default']);
});

it('follows lazy imports by name', () => {
	const files = {
		'src/lazy.ts': 'export const near = 1; export const far = 1; export default 1;',
		'src/main.ts': `const parts = await import('./lazy.ts'); parts.near();`,
		'src/games/x/lessons.ts': 'export default 1; export const lost = 1;',
		'src/learn/all.ts': `import.meta.glob<Lessons>('../games/*/lessons.ts');`,
	};
	expect(unused(files)).toEqual(['src/lazy.ts: far', 'src/games/x/lessons.ts: lost']);
});

it('refuses what only tests use, but lets them reach what a module uses itself', () => {
	const files = {
		'src/a.ts': 'export const inner = 1; export const dead = 1; export const outer = () => inner;',
		'src/b.ts': `import { outer } from './a.ts';`,
		'src/a.test.ts': `import { dead, inner } from './a.ts';`,
	};
	expect(unused(files)).toEqual(['src/a.ts: dead']);
});
