import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cycles, readGraph, specifiers } from './graph.ts';

let root: string;
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'graph-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Returns the import cycles of some files, given by name with their source text. */
function cyclesOf(files: Record<string, string>): string[][] {
	for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
	return cycles(readGraph(root));
}

it('reads every kind of import, but for lazy ones', () => {
	const text = `import a from './a.ts';\nimport type { B } from './b.ts';\nimport './c.ts';\nexport { d } from './d.ts';
		import {\n\te,\n\ttype F,\n} from './e.ts';\nconst g = () => import('./g.ts');\nconst h = "import './h.ts'";`;
	expect(specifiers('x.ts', text)).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts']);
	const component = `<script module>import './a.ts';</script>\n<script lang="ts">import './b.ts';</script>\n<p>import './c.ts'</p>`;
	expect(specifiers('X.svelte', component)).toEqual(['./a.ts', './b.ts']);
});

it('finds a cycle through a component and a type', () => {
	const found = cyclesOf({
		'a.ts': `import { b } from './b.ts';`,
		'b.ts': `import C from './C.svelte';\nimport './d.ts';`,
		'C.svelte': `<script lang="ts">import type { A } from './a.ts';</script>`,
		'd.ts': '',
	});
	expect(found).toEqual([['C.svelte', 'a.ts', 'b.ts']]);
});

it('finds two cycles that one module leads to', () => {
	const found = cyclesOf({
		'a.ts': `import './b.ts';\nimport './d.ts';`,
		'b.ts': `import './c.ts';`,
		'c.ts': `import './b.ts';\nimport './d.ts';`,
		'd.ts': `import './e.ts';`,
		'e.ts': `import './d.ts';`,
	});
	expect(found).toEqual([
		['d.ts', 'e.ts'],
		['b.ts', 'c.ts'],
	]);
});

it('finds none where paths only meet, a part is lazy, or a component draws itself', () => {
	const found = cyclesOf({
		'a.ts': `import './b.ts';\nimport './c.ts';`,
		'b.ts': `import './d.ts';`,
		'c.ts': `import './d.ts';`,
		'd.ts': `const a = () => import('./a.ts');`,
		'E.svelte': `<script>import E from './E.svelte';</script>`,
	});
	expect(found).toEqual([]);
});

it('does not overlook a path that leads nowhere', () => {
	expect(() => cyclesOf({ 'a.ts': `import './b.ts';` })).toThrow('a.ts imports ./b.ts');
});
