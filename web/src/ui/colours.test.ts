import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// Checks that components use only colours named in tokens.css, since any other colour would be the same in
// both themes.
const src = fileURLToPath(new URL('..', import.meta.url));
const raw =
	/(?<![\w&/-])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?=[\s;"',)])|\b(?:rgba?|hsla?|oklch)\(\s*\d/gi;

it('finds a raw colour when there is one', () => {
	expect('fill: #1f6fd1;'.match(raw)).not.toBeNull();
	expect('color: rgb(1 2 3);'.match(raw)).not.toBeNull();
	expect('color: var(--text);'.match(raw)).toBeNull();
});

it('uses no raw colour outside tokens.css', () => {
	const files = globSync('**/*.{svelte,css}', { cwd: src }).filter((file) => !file.endsWith('tokens.css'));
	expect(files.length).toBeGreaterThan(30);
	const found = files.flatMap((file) => {
		const text = readFileSync(`${src}/${file}`, 'utf8').replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g, '');
		return [...text.matchAll(raw)].map(([colour]) => `${file}: ${colour}`);
	});
	expect(found).toEqual([]);
});
